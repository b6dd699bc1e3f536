// The rules of the four games in our own words, with pictures: each section may name a position and
// a move in it, and the page draws both. Strings come in pairs, English and German.

/**
 * @typedef {object} Section
 * @property {[string, string]} title
 * @property {[string, string]} text
 * @property {{ game: string, position?: string, move?: string }} [picture]
 */

/** @type {Record<string, Section[]>} */
export const RULES = {
  fauhalma: [
    {
      title: ['The aim', 'Das Ziel'],
      text: [
        'Everybody has six pegs in one corner of the star and wants them in the corner opposite, which is tinted in the same colour. Whoever is there first is first; the others play on for second place.',
        'Jede und jeder hat sechs Figuren in einer Ecke des Sterns und will sie in die Ecke gegenüber bringen, die in derselben Farbe getönt ist. Wer zuerst dort ist, ist Erste; die anderen spielen um den zweiten Platz weiter.',
      ],
      picture: { game: 'fauhalma' },
    },
    {
      title: ['Step or hop', 'Schritt oder Sprung'],
      text: [
        'A peg steps to a free space beside it, or hops over one peg of anybody, or over a blocked space, to the free space right behind. A hop may be followed by more hops in the same turn. A step is never joined to hops, and a chain must not end where it began. Nobody ever lands on a space with a cross.',
        'Eine Figur geht auf ein freies Feld nebenan, oder sie springt über eine beliebige Figur oder ein gesperrtes Feld auf das freie Feld gleich dahinter. Auf einen Sprung dürfen im selben Zug weitere folgen. Schritt und Sprung werden nie verbunden, und eine Kette endet nicht, wo sie begann. Auf Feldern mit Kreuz landet niemand.',
      ],
      picture: {
        game: 'fauhalma', move: '[[2,2],[2,0],[0,2],[-2,2]]',
        position: '{"A":[[-1,0],[1,0],[2,2],[1,-2],[1,-3],[0,-2]],"B":[[-1,-3],[3,0],[-2,1],[1,3],[1,1],[-2,0]],"C":[[2,-2],[2,1],[0,-1],[-2,3],[4,-1],[-3,2]]}',
      },
    },
    {
      title: ['Swapping', 'Tauschen'],
      text: [
        'Nobody can sit in your home and spoil the game: when another player’s peg stands in your home, you may end a step or the last hop of a chain on it, and the two pegs change places.',
        'Niemand kann dein Ziel besetzt halten: Steht dort eine fremde Figur, darfst du einen Schritt oder den letzten Sprung einer Kette auf ihr beenden, und die beiden Figuren tauschen die Plätze.',
      ],
      picture: {
        game: 'fauhalma', move: '[[0,3],[-1,4]]',
        position: '{"A":[[0,3],[1,2],[-1,3]],"B":[[-1,4],[-2,1],[2,2]],"C":[[3,-1],[0,-2],[-3,2]]}',
      },
    },
    {
      title: ['Variants', 'Varianten'],
      text: [
        'Two can play too, on the star or on a rhombus, from corner to corner. The older rules (WS25) have no centre space and no chains: instead a peg jumps once, straight and as far as it likes, if what lies between reads the same from both ends and at least one peg stands there.',
        'Auch zu zweit geht es, auf dem Stern oder auf einer Raute, von Ecke zu Ecke. Die älteren Regeln (WS25) kennen kein Mittelfeld und keine Ketten: Stattdessen springt eine Figur einmal gerade und beliebig weit, wenn das, was dazwischen liegt, von beiden Enden her gleich aussieht und mindestens eine Figur dort steht.',
      ],
      picture: { game: 'fauhalma-rhombus' },
    },
  ],
  halma: [
    {
      title: ['The aim', 'Das Ziel'],
      text: [
        'Nineteen black pieces stand in one corner of the board, nineteen white ones in the other. You win when the camp of the other side is full, and at least one of your pieces is in it.',
        'Neunzehn schwarze Steine stehen in der einen Ecke des Bretts, neunzehn weiße in der anderen. Es gewinnt, wer den Hof der Gegenseite voll macht, mit mindestens einem eigenen Stein darin.',
      ],
      picture: { game: 'halma' },
    },
    {
      title: ['Step or jump', 'Schritt oder Sprung'],
      text: [
        'A piece steps to one of the eight squares around it, or jumps over a neighbour of any colour to the free square straight behind. Jumps can be joined, as many as there are, in any direction. Nothing is ever captured. A piece that stands in the opposing camp ends no turn outside it any more.',
        'Ein Stein geht auf eines der acht Felder um ihn oder springt über einen Nachbarn beliebiger Farbe auf das freie Feld gerade dahinter. Sprünge lassen sich aneinanderreihen, so viele es gibt, in jede Richtung. Geschlagen wird nie. Ein Stein, der im gegnerischen Hof steht, beendet keinen Zug mehr draußen.',
      ],
      picture: {
        game: 'halma', move: '12,15-10,13-8,11',
        position: 'BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/9W3WWW/12WWWW/11WWWWW/11WWWW1 w',
      },
    },
    {
      title: ['Strict rules', 'Strenge Regeln'],
      text: [
        'In the strict variant nobody can stay at home to spoil the game: while you have pieces in your own camp, you must take one out if you can; if not, move one of them away from your corner; and nobody goes back into the own camp.',
        'In der strengen Variante kann niemand zu Hause bleiben, um das Spiel zu verderben: Solange eigene Steine im eigenen Hof stehen, muss einer heraus, wenn es geht; sonst muss einer von ihnen weiter weg von der eigenen Ecke; und niemand kehrt in den eigenen Hof zurück.',
      ],
    },
  ],
  fanorona: [
    {
      title: ['The board', 'Das Brett'],
      text: [
        'Twenty-two stones each, one free point in the middle. Stones move along the lines; only on every second point do the diagonals meet. White begins. You win when the other side has no stone left, or no move.',
        'Je zweiundzwanzig Steine, ein freier Punkt in der Mitte. Steine ziehen entlang der Linien; nur auf jedem zweiten Punkt treffen sich die Diagonalen. Weiß beginnt. Es gewinnt, wer der Gegenseite keinen Stein lässt, oder keinen Zug.',
      ],
      picture: { game: 'fanorona' },
    },
    {
      title: ['Capture by approach or withdrawal', 'Schlagen durch Annähern oder Entfernen'],
      text: [
        'Move up to a stone of the other side, and it is captured with all that stand behind it in the same line without a gap. Or move away from one that you touched: the same happens behind you. If one step does both, you choose one: this stone approaches c3 and takes two, and could as well have taken the two on its other side. Click the stone you want.',
        'Zieh an einen gegnerischen Stein heran, und er ist geschlagen, mit allen, die in derselben Linie lückenlos dahinter stehen. Oder zieh von einem weg, den du berührt hast: Dann geschieht dasselbe hinter dir. Tut ein Schritt beides, so wählst du eines: Dieser Stein nähert sich c3 und schlägt zwei, und hätte ebenso die beiden auf seiner anderen Seite schlagen können. Klicke den Stein an, den du willst.',
      ],
      picture: { game: 'fanorona', position: '9/6B2/1BB1WBB2/4B4/4W4 w 0 20', move: 'e3-d3A' },
    },
    {
      title: ['Going on', 'Weiterschlagen'],
      text: [
        'The same stone may go on capturing, and may stop after any capture. On its way it never comes to a point twice and never takes the same direction twice running.',
        'Derselbe Stein darf weiterschlagen und nach jedem Schlagen aufhören. Unterwegs kommt er nie zweimal auf denselben Punkt und nimmt nie zweimal hintereinander dieselbe Richtung.',
      ],
      picture: { game: 'fanorona', position: '9/6B2/1BB1WBB2/4B4/4W4 w 0 20', move: 'e1-f2A-g2W-g3A-h3W' },
    },
    {
      title: ['You must', 'Schlagzwang'],
      text: [
        'Whoever can capture must. Only when no stone can, one stone makes a plain step. A draw is when a position comes for the third time, or after a hundred plain steps in a row. There are smaller boards too, down to 3×3, on which the game is quickly learnt.',
        'Wer schlagen kann, muss. Nur wenn kein Stein kann, macht einer einen einfachen Schritt. Unentschieden ist es, wenn eine Stellung zum dritten Mal kommt, oder nach hundert einfachen Schritten in Folge. Es gibt auch kleinere Bretter bis hinab zu 3×3, auf denen man das Spiel schnell lernt.',
      ],
      picture: { game: 'fanorona-5x5' },
    },
  ],
  bohnenspiel: [
    {
      title: ['The aim', 'Das Ziel'],
      text: [
        'Six beans lie in each of the twelve houses; six houses are yours, and the store at your right. Whoever has more than half of the seventy-two beans wins. Weisse begins.',
        'In jedem der zwölf Häuser liegen sechs Bohnen; sechs Häuser gehören dir, und das Lager zu deiner Rechten. Wer mehr als die Hälfte der zweiundsiebzig Bohnen hat, gewinnt. Weisse beginnt.',
      ],
      picture: { game: 'bohnenspiel' },
    },
    {
      title: ['Sow and capture', 'Säen und nehmen'],
      text: [
        'Take all beans from one of your houses and sow them one by one into the next ones, anti-clockwise; stores are left out. If the last house then holds two, four or six beans, they are yours; then the house before it is looked at in the same way, and so on, until one does not fit. It does not matter whose houses they are.',
        'Nimm alle Bohnen aus einem deiner Häuser und säe sie einzeln in die folgenden, gegen den Uhrzeigersinn; die Lager werden ausgelassen. Liegen im letzten Haus dann zwei, vier oder sechs Bohnen, so gehören sie dir; dann wird das Haus davor ebenso angesehen, und so fort, bis eines nicht passt. Wem die Häuser gehören, ist gleich.',
      ],
      picture: { game: 'bohnenspiel', position: '3,0,5,1,2,4/1,3,0,6,1,2 24-20 w', move: '3' },
    },
    {
      title: ['The end', 'Das Ende'],
      text: [
        'If one side’s houses are all empty after a move, the other side gets all beans that are left. The fuller store wins. When a position comes for the third time, the game is a draw.',
        'Sind nach einem Zug alle Häuser einer Seite leer, bekommt die andere Seite alle Bohnen, die noch liegen. Das vollere Lager gewinnt. Kommt eine Stellung zum dritten Mal, ist die Partie unentschieden.',
      ],
    },
  ],
};
