/**
 * A position of Das Bohnenspiel, with the names that players of the course use: enough to compile
 * and run them without the course's own files.
 */
public class Bohnenspiel {
    public static final int numberofhouses = 6;
    public static final int numberofstores = 2;
    public static final int boardsize = 12;
    public static final int beansperhouse = 6;

    private final int[] board;
    private final int[] stores;
    private int turn;

    public Bohnenspiel() {
        this(new int[] {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}, new int[2], Farbe.WEISSE);
    }

    /** Houses 0 to 5 are those of Weisse from her left, 6 to 11 those of Schwarz from his. */
    public Bohnenspiel(int[] board, int[] stores, Farbe turn) {
        this.board = board.clone();
        this.stores = stores.clone();
        this.turn = turn.ordinal();
        clear();
    }

    public int[] getBoard() {
        return board.clone();
    }

    public int[] getStores() {
        return stores.clone();
    }

    public Bohnenspiel copyGame(Farbe turn) {
        return new Bohnenspiel(board, stores, turn);
    }

    public boolean isOver() {
        return Math.max(stores[0], stores[1]) > boardsize * beansperhouse / 2
            || beans(0) == 0
            || beans(1) == 0;
    }

    /** Plays a house from 1 to 6, counted from the mover's own left. */
    public void move(int house) {
        if (isOver()) {
            return;
        }
        int last = turn * numberofhouses + house - 1;
        if (house < 1 || house > numberofhouses || board[last] == 0) {
            throw new IllegalArgumentException("Illegal move: " + house);
        }
        int beans = board[last];
        board[last] = 0;
        for (; beans > 0; beans--) {
            last = (last + 1) % boardsize;
            board[last]++;
        }
        while (board[last] == 2 || board[last] == 4 || board[last] == 6) {
            stores[turn] += board[last];
            board[last] = 0;
            last = (last + boardsize - 1) % boardsize;
        }
        turn = 1 - turn;
        clear();
    }

    /** Gives the last beans to whoever still has some. */
    private void clear() {
        if (!isOver() || Math.max(stores[0], stores[1]) > boardsize * beansperhouse / 2) {
            return;
        }
        int owner = beans(0) == 0 ? 1 : 0;
        stores[owner] += beans(owner);
        for (int house = 0; house < boardsize; house++) {
            board[house] = 0;
        }
    }

    private int beans(int owner) {
        int beans = 0;
        for (int house = 0; house < numberofhouses; house++) {
            beans += board[owner * numberofhouses + house];
        }
        return beans;
    }
}
