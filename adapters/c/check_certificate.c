/* Checks a certificate of Das Bohnenspiel against the rules and the endgame tablebases alone, and
 * shares no code with what wrote it:  cc -O2 -o check_certificate check_certificate.c
 *                                     ./check_certificate CERTIFICATE TABLES
 *
 * A certificate is a sorted list of claims, 8 bytes each after a header of 256 bytes and their
 * number: board 47 bits, attacker to move 1, need 6, rank 10. Each says that the attacker gets at
 * least `need` of the pairs of beans on the board. Where the attacker is to move, one move must lead
 * to a claim, a tablebase entry or an end of the game that says so; where the defender is, all must.
 * Without a capture the rank must fall. Tablebases are taken as they are, without their checksums. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER = 256, MAX_BEANS = 36 };

typedef struct { int house[12]; } Board; /* the mover's six, then the opponent's, from their left */

static uint64_t binomial[100][13];
static const uint8_t *tables[MAX_BEANS + 1];
static int largest_table;
static const uint8_t *claims;
static uint64_t claim_count;

static void die(const char *what, const char *about) {
    fprintf(stderr, "%s: %s\n", about, what);
    exit(1);
}

static uint64_t word(const uint8_t *bytes) {
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--) value = value << 8 | bytes[i];
    return value;
}

static const uint8_t *map_file(const char *path, uint64_t *length) {
    struct stat info;
    int file = open(path, O_RDONLY);
    if (file < 0 || fstat(file, &info) || info.st_size < HEADER) return NULL;
    const uint8_t *bytes = mmap(NULL, info.st_size, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (bytes == MAP_FAILED || memcmp(bytes, "SWTABLE\n", 8)) return NULL;
    *length = word(bytes + 16);
    return *length + HEADER <= (uint64_t)info.st_size ? bytes : NULL;
}

static int beans(const Board *b, int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) sum += b->house[i];
    return sum;
}

/* Plays a house, turns the board for the next player, and returns the beans captured. */
static int play(Board *b, int house) {
    int hand = b->house[house], at = house, captured = 0;
    b->house[house] = 0;
    for (; hand > 0; hand--) b->house[at = (at + 1) % 12]++;
    while (b->house[at] == 2 || b->house[at] == 4 || b->house[at] == 6) {
        captured += b->house[at];
        b->house[at] = 0;
        at = (at + 11) % 12;
    }
    for (int i = 0; i < 6; i++) {
        int own = b->house[i];
        b->house[i] = b->house[i + 6];
        b->house[i + 6] = own;
    }
    return captured;
}

static uint64_t board_index(const Board *b) {
    uint64_t index = 0;
    for (int i = 0; i < 12; i++) index += binomial[beans(b, 0, i + 1) + i][i + 1];
    return index;
}

static int board_from_index(uint64_t index, Board *b) {
    int sum[13] = {0};
    for (int i = 11; i >= 0; i--) {
        int n = 83;
        while (binomial[n][i + 1] > index) n--;
        index -= binomial[n][i + 1];
        sum[i + 1] = n - i;
    }
    for (int i = 0; i < 12; i++)
        if ((b->house[i] = sum[i + 1] - sum[i]) < 0) return 0;
    return index == 0 && sum[12] <= 72;
}

static uint64_t row_rank(const Board *b, int row) {
    uint64_t rank = 0;
    for (int i = 0; i < 5; i++) rank += binomial[beans(b, row + 5 - i, row + 6) + i][i + 1];
    return rank;
}

/* The pairs of beans that the mover gets, by the tablebase. */
static int table_pairs(const Board *b) {
    int own = beans(b, 0, 6), all = beans(b, 0, 12), base = all / 2 + 1;
    uint64_t index = 0;
    for (int a = 0; a < own; a++) index += binomial[a + 5][5] * binomial[all - a + 5][5];
    index += row_rank(b, 0) * binomial[all - own + 5][5] + row_rank(b, 6);
    if (base <= 16) return tables[all][HEADER + index / 2] >> 4 * (index % 2) & 15;
    uint64_t digits = word(tables[all] + HEADER + index / 15 * 8);
    for (uint64_t i = 0; i < index % 15; i++) digits /= base;
    return digits % base;
}

/* Whether the attacker is known or claimed to get `need` pairs; a claim's rank must be below. */
static int holds(const Board *b, int attacker_to_move, int need, int below) {
    int own = beans(b, 0, 6), all = beans(b, 0, 12), mover;
    if (need <= 0 || need > all / 2) return need <= 0;
    if (own == 0) mover = 0;
    else if (own == all) mover = all / 2;
    else if (all <= largest_table) mover = table_pairs(b);
    else {
        uint64_t least = (board_index(b) << 7 | attacker_to_move << 6 | need) << 10;
        uint64_t low = 0, high = claim_count;
        while (low < high) {
            uint64_t middle = (low + high) / 2;
            if (word(claims + 8 * middle) < least) low = middle + 1;
            else high = middle;
        }
        for (; low < claim_count; low++) {
            uint64_t claim = word(claims + 8 * low);
            if (claim >> 16 != least >> 16) return 0;
            if ((int)(claim & 1023) < below) return 1;
        }
        return 0;
    }
    return (attacker_to_move ? mover : all / 2 - mover) >= need;
}

static int claim_follows(uint64_t claim) {
    Board b, next;
    if (!board_from_index(claim >> 17, &b) || beans(&b, 0, 12) % 2) return 0;
    int attacker_to_move = claim >> 16 & 1, need = claim >> 10 & 63, moves = 0, good = 0;
    for (int house = 0; house < 6; house++) {
        if (b.house[house] == 0) continue;
        next = b;
        int captured = play(&next, house);
        moves++;
        good += holds(&next, !attacker_to_move, need - (attacker_to_move ? captured / 2 : 0),
                      captured ? 1024 : (int)(claim & 1023));
    }
    return attacker_to_move ? good > 0 : moves > 0 && good == moves;
}

int main(int argc, char **argv) {
    if (argc != 3) die("usage: check_certificate CERTIFICATE TABLES", argv[0]);
    for (int n = 0; n < 100; n++)
        for (int k = 0; k < 13; k++)
            binomial[n][k] = k == 0 ? 1 : n == 0 ? 0 : binomial[n - 1][k - 1] + binomial[n - 1][k];
    for (int n = 2; n <= MAX_BEANS; n += 2) {
        char path[4096];
        uint64_t length, entries = binomial[n + 11][11];
        snprintf(path, sizeof path, "%s/bohnenspiel-%02d.table", argv[2], n);
        if (!(tables[n] = map_file(path, &length))) break;
        if (length != (n <= 30 ? (entries + 1) / 2 : (entries + 14) / 15 * 8))
            die("not one exact value for each position", path);
        largest_table = n;
    }
    uint64_t length;
    const uint8_t *file = map_file(argv[1], &length);
    if (!file) die("no certificate", argv[1]);
    claim_count = word(file + HEADER), claims = file + HEADER + 8;
    if (length % 8 || length < 8 || claim_count != length / 8 - 1 ||
        strcmp((const char *)file + 32, "certificate"))
        die("no certificate, or cut off", argv[1]);
    char value[8], turn;
    int h[12], store[2];
    const char *says = (const char *)file + 160;
    if (sscanf(says, "%7s %d,%d,%d,%d,%d,%d/%d,%d,%d,%d,%d,%d %d-%d %c", value, h, h + 1, h + 2,
               h + 3, h + 4, h + 5, h + 6, h + 7, h + 8, h + 9, h + 10, h + 11, store, store + 1,
               &turn) != 16)
        die("it names no position", argv[1]);
    Board root;
    int mover = turn == 's', attacker_to_move = strcmp(value, "win") == 0;
    for (int i = 0; i < 12; i++) root.house[i] = h[(i + 6 * mover) % 12];
    int attacker = attacker_to_move ? mover : !mover;
    if (beans(&root, 0, 12) + store[0] + store[1] != 72) die("not 72 beans", argv[1]);
    if (!holds(&root, attacker_to_move, (36 - store[attacker]) / 2 + 1, 1024))
        die("it does not claim what it says", argv[1]);
    for (uint64_t i = 0; i < claim_count; i++) {
        uint64_t claim = word(claims + 8 * i);
        if (i > 0 && word(claims + 8 * (i - 1)) >= claim) die("claims are not ascending", argv[1]);
        if (!claim_follows(claim)) {
            fprintf(stderr, "%s: claim %llu does not follow\n", argv[1], (unsigned long long)i);
            return 1;
        }
    }
    printf("%s: all %llu claims follow, with tablebases up to %d beans\n", says,
           (unsigned long long)claim_count, largest_table);
    return 0;
}
