import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Plays Das Bohnenspiel through Spielwerk's engine, in the place of the course's own file of this
 * name.
 *
 * The engine is the program `spielwerk`, found on the PATH, or wherever the system property
 * `spielwerk` or the environment variable SPIELWERK says. It is started once for the whole JVM and
 * ends with it. Without it, or if it stops answering, the player goes on by itself, less well.
 */
public class BohnenspielPlayer {
    /** Per move, of the ten milliseconds allowed: the rest is for the communication with the engine. */
    private static final int MILLISECONDS = 7;

    /** Moves on trial, before any clock runs: the first ones are slow in a JVM and in the engine. */
    private static final int WARM_UP = 5;
    private static final String START = "6,6,6,6,6,6/6,6,6,6,6,6 0-0 w";

    private static Engine engine;
    private static boolean alone;

    private final Farbe farbe;

    public BohnenspielPlayer(Farbe farbe) {
        this.farbe = farbe;
        start();
    }

    public String getName() {
        return "Spielwerk";
    }

    public Farbe getFarbe() {
        return farbe;
    }

    /** A house from 1 to 6, counted from the player's own left. */
    public int chooseMove(Bohnenspiel game) {
        if (!alone) {
            try {
                int house = engine.ask(describe(game), MILLISECONDS);
                if (isLegal(game, house)) {
                    return house;
                }
                goOnAlone("the engine's move " + house + " is not legal");
            } catch (IOException why) {
                goOnAlone(why.getMessage());
            }
        }
        return greedy(game);
    }

    private static synchronized void start() {
        if (engine != null || alone) {
            return;
        }
        try {
            engine = new Engine(program());
            for (int move = 0; move < WARM_UP; move++) {
                engine.ask(START, MILLISECONDS);
            }
        } catch (IOException why) {
            goOnAlone(why.getMessage());
        }
    }

    private static String program() {
        String environment = System.getenv("SPIELWERK");
        return System.getProperty("spielwerk", environment == null ? "spielwerk" : environment);
    }

    private static synchronized void goOnAlone(String why) {
        if (!alone) {
            System.err.println("BohnenspielPlayer goes on without Spielwerk: " + why);
            alone = true;
        }
        if (engine != null) {
            engine.end();
        }
    }

    /** The position as the engine reads it: both rows from their owners' left, stores, mover. */
    private String describe(Bohnenspiel game) {
        int[] board = game.getBoard();
        int[] stores = game.getStores();
        StringBuilder text = new StringBuilder();
        for (int house = 0; house < board.length; house++) {
            String between = house == 0 ? "" : house == board.length / 2 ? "/" : ",";
            text.append(between).append(board[house]);
        }
        String mover = farbe == Farbe.WEISSE ? "w" : "s";
        return text + " " + stores[0] + "-" + stores[1] + " " + mover;
    }

    private boolean isLegal(Bohnenspiel game, int house) {
        int[] board = game.getBoard();
        int row = board.length / 2;
        return house >= 1 && house <= row && board[farbe.ordinal() * row + house - 1] > 0;
    }

    /** The house that captures most. */
    private int greedy(Bohnenspiel game) {
        int best = 0;
        int most = -1;
        for (int house = 1; house <= game.getBoard().length / 2; house++) {
            if (isLegal(game, house)) {
                Bohnenspiel next = game.copyGame(farbe);
                next.move(house);
                int stored = next.getStores()[farbe.ordinal()];
                if (stored > most) {
                    best = house;
                    most = stored;
                }
            }
        }
        return best;
    }

    /** The engine's process, with lines to it and from it. */
    private static final class Engine {
        /** How long it may take to come up, in milliseconds. */
        private static final long TO_START = 10_000;
        /** How much longer than allowed it may take for a move before it is given up. */
        private static final long TO_ANSWER = 1_000;
        private static final String END = "the end";

        private final Process process;
        private final PrintStream to;
        private final BlockingQueue<String> from = new LinkedBlockingQueue<>();

        Engine(String program) throws IOException {
            process = new ProcessBuilder(program, "engine", "bohnenspiel")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
            to = new PrintStream(process.getOutputStream(), true);
            Thread reader = new Thread(this::read, "spielwerk");
            reader.setDaemon(true);
            reader.start();
            Runtime.getRuntime().addShutdownHook(new Thread(this::end));
            to.println("ugi");
            waitFor("ugiok", TO_START);
            to.println("isready");
            waitFor("readyok", TO_START);
        }

        int ask(String position, int milliseconds) throws IOException {
            to.println("position fen " + position);
            to.println("go movetime " + milliseconds);
            String answer = waitFor("bestmove ", milliseconds + TO_ANSWER);
            try {
                return Integer.parseInt(answer.substring("bestmove ".length()).trim());
            } catch (NumberFormatException why) {
                throw new IOException("the engine says `" + answer + "`");
            }
        }

        void end() {
            to.println("quit");
            process.destroy();
        }

        private void read() {
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line; (line = lines.readLine()) != null;) {
                    from.add(line);
                }
            } catch (IOException why) {
                // Its end is all there is to tell.
            }
            from.add(END);
        }

        /** Reads on to the line that begins like this. */
        private String waitFor(String beginning, long milliseconds) throws IOException {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
            try {
                while (true) {
                    String line = from.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                    if (line == null) {
                        throw new IOException("the engine does not answer");
                    } else if (line.equals(END)) {
                        throw new IOException("the engine has ended");
                    } else if (line.startsWith(beginning)) {
                        return line;
                    }
                }
            } catch (InterruptedException why) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted");
            }
        }
    }
}
