import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Lets a BohnenspielPlayer take part in games elsewhere: speaks UGI on standard input and output,
 * and asks the player for its moves.
 *
 * The player's classes (BohnenspielPlayer, Bohnenspiel, Farbe) are found on the class path and used
 * by reflection only, so that this file is compiled once for everybody's players. What the player
 * prints goes to standard error, and what it would read has ended. A player that throws ends the
 * program: the last line on standard error says why.
 */
public final class SpielwerkHost {
    private static final int HOUSES = 12;
    private static final String START = "6,6,6,6,6,6/6,6,6,6,6,6 0-0 w";

    private final Object[] colours;
    private final Constructor<?> newPlayer;
    private final Constructor<?> newGame;
    private final Method chooseMove;
    private final PrintStream out;
    /** One player a colour, as in the lab; none before the first game. */
    private final Object[] players = new Object[2];
    private String position = START;

    private SpielwerkHost(PrintStream out) throws ReflectiveOperationException {
        this.out = out;
        Class<?> colour = Class.forName("Farbe");
        Class<?> game = Class.forName("Bohnenspiel");
        Class<?> player = Class.forName("BohnenspielPlayer");
        colours = colour.getEnumConstants();
        newPlayer = player.getDeclaredConstructor(colour);
        newGame = game.getDeclaredConstructor(int[].class, int[].class, colour);
        chooseMove = player.getDeclaredMethod("chooseMove", game);
        newPlayer.setAccessible(true);
        newGame.setAccessible(true);
        chooseMove.setAccessible(true);
    }

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
        InputStream in = System.in;
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        int code = 0;
        try {
            new SpielwerkHost(out).serve(new BufferedReader(new InputStreamReader(in)));
        } catch (Throwable why) {
            System.err.println(explain(why));
            code = 1;
        }
        // Threads that the player has left behind end here as well.
        Runtime.getRuntime().halt(code);
    }

    private void serve(BufferedReader in) throws IOException, ReflectiveOperationException {
        for (String line; (line = in.readLine()) != null;) {
            String command = line.trim();
            if (command.equals("ugi")) {
                out.println("id name BohnenspielPlayer");
                out.println("ugiok");
            } else if (command.equals("isready")) {
                prepare();
                out.println("readyok");
            } else if (command.equals("uginewgame")) {
                players[0] = players[1] = null;
            } else if (command.equals("position startpos")) {
                position = START;
            } else if (command.startsWith("position fen ")) {
                position = command.substring("position fen ".length());
            } else if (command.equals("go") || command.startsWith("go ")) {
                prepare();
                out.println("bestmove " + ask(players[turn(position)]));
            } else if (command.equals("quit")) {
                return;
            } else if (!command.isEmpty()) {
                out.println("info string unknown command");
            }
        }
    }

    /**
     * Brings players of both colours to the board, before any clock runs. Nobody asks them for a move
     * on trial: what a player keeps in static fields would not survive that unchanged.
     */
    private void prepare() throws ReflectiveOperationException {
        if (players[0] != null) {
            return;
        }
        for (int turn = 0; turn < 2; turn++) {
            players[turn] = newPlayer.newInstance(colours[turn]);
        }
    }

    private int ask(Object player) throws ReflectiveOperationException {
        String[] parts = position.trim().split("[ /]");
        int[] board = new int[HOUSES];
        String[] houses = (parts[0] + "," + parts[1]).split(",");
        for (int house = 0; house < HOUSES; house++) {
            board[house] = Integer.parseInt(houses[house]);
        }
        String[] stored = parts[2].split("-");
        int[] stores = {Integer.parseInt(stored[0]), Integer.parseInt(stored[1])};
        Object game = newGame.newInstance(board, stores, colours[turn(position)]);
        return (Integer) chooseMove.invoke(player, game);
    }

    /** 0 for Weisse, 1 for Schwarz. */
    private static int turn(String position) {
        return position.trim().endsWith("s") ? 1 : 0;
    }

    /** What went wrong and where, on one line. */
    private static String explain(Throwable why) {
        Throwable cause = why instanceof InvocationTargetException ? why.getCause() : why;
        StackTraceElement[] trace = cause.getStackTrace();
        String where = trace.length > 0 ? " at " + trace[0] : "";
        return (cause + where).replaceAll("\\s+", " ");
    }
}
