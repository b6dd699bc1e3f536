/** The two colours. Weisse begins. */
public enum Farbe {
    WEISSE,
    SCHWARZ;

    public static Farbe first() {
        return WEISSE;
    }

    public static Farbe flip(Farbe farbe) {
        return farbe == WEISSE ? SCHWARZ : WEISSE;
    }
}
