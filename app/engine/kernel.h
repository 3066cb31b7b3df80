/* What the compiled kernels of the games share: reading what Python hands over, builds against opponents, the module.
 *
 * A kernel includes this first and defines GAME last. It is compiled as one file; see kernel.py beside this one.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef SOURCE_SHA256
#define SOURCE_SHA256 unknown
#endif
#define TEXT(token) #token
#define TEXT_OF(macro) TEXT(macro)

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NEVER_INLINE __attribute__((noinline))

/* Compiled twice, for any x86-64 and for one with BMI and AVX2; which of them runs is settled as the module is loaded.
 * To walk a mask bit by bit takes half the instructions there, and ラプラプラス is 1.03 times as fast. Other compilers and
 * C libraries may lack a part of this: there it is plain C. */
#if defined(__x86_64__) && defined(__GLIBC__) && __GNUC__ >= 12 && !defined(__clang__)
#define VERSIONED __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define VERSIONED
#endif

/* A list of the vocabulary, X(name, word) for each, gives numbers to the kernel and words to Python, which looks its
 * numbers up by them. */
#define NUMBER(name, word) name,
#define WORD(name, word) word,
#define WORDS(LIST) (const char *const[]){LIST(WORD) NULL}

typedef struct {
    const char *name;
    const char *const *words;
} Vocabulary;

/* Numbers of two bytes, the low one first, each within bounds. */
typedef struct {
    const uint8_t *at, *end;
    bool failed;
} Reader;

static int next_number(Reader *reader, int low, int high)
{
    if (reader->end - reader->at < 2) {
        reader->failed = true;
        return low;
    }
    int number = (int16_t)(reader->at[0] | reader->at[1] << 8);
    reader->at += 2;
    if (number < low || number > high) {
        reader->failed = true;
        return low;
    }
    return number;
}

/* An outcome: bits 0-1 who has won, bits 2-7 the reason. */
enum { DRAW, HOME, AWAY, NOT_PLAYED = 0xFF };

enum { NEVER_RESTS = -1 };

enum { MOST_KINDS = 255 };  /* of cards: one byte names one, 0 is no card */

typedef struct {
    int32_t home, away;
} Life;

enum { MOST_READINGS = 64 };  /* of the life of both in a battle */

/* A game, as far as the rest of this file knows it. */
typedef struct {
    int row;              /* cards in the longest build */
    int least;            /* cards in the shortest one */
    size_t cards_size, build_size;
    const Vocabulary *vocabulary;  /* ends where a name is NULL */

    /* The table of cards, into zeroed memory. How many kinds there are. */
    int (*read_cards)(Reader *reader, void *cards);
    /* Builds whose battles branch alike have numbers close to each other. NULL where the order of cards does. */
    uint64_t (*likeness)(const void *cards, const uint8_t *kinds);
    /* A build ready to fight, into zeroed memory. After its last kind come zeros. */
    void (*set_up)(void *build, const void *cards, const uint8_t *kinds);
    /* An outcome, or NEVER_RESTS. */
    int (*play)(const void *cards, const void *home, const void *away);
    /* How life stands as the battle begins and after each turn, 0 for a side that has fallen: how many readings, or
     * NEVER_RESTS. NULL in a game that does not tell. */
    int (*course)(const void *home, const void *away, Life *life);
} Game;

static const Game GAME;

/* --- builds against opponents --------------------------------------------------------------------- */

/* A build as Python gives it: its cards, its number, and how many opponents it has met where it plays for lives. */
typedef struct {
    const uint8_t *kinds;
    uint64_t likeness;
    Py_ssize_t number, met;
} Entry;

/* Builds ready to fight, in the order of their likeness and cards: battles of builds that are alike follow one another,
 * and the processor learns how they branch. */
typedef struct {
    Entry *entries;
    char *ready;  /* behind the entries */
    Py_ssize_t count;
} Field;

/* Everything a call needs besides its result. A field among itself is both. */
typedef struct {
    void *cards;
    Field builds, opponents;
    Py_buffer numbers;  /* of a call that takes some */
} Work;

static inline void *build_at(const Field *field, Py_ssize_t i)
{
    return field->ready + (size_t)i * GAME.build_size;
}

static uint8_t exchanged_sides(uint8_t outcome)
{
    return outcome & 3 ? outcome ^ 3 : outcome;
}

/* Of each pair in a field one outcome is there, and the other becomes the same with exchanged sides. By number, so that
 * what is read down a column is soon read again beside it. */
static void mirror(uint8_t *table, Py_ssize_t width)
{
    for (Py_ssize_t i = 0; i < width; i++)
        for (Py_ssize_t j = 0; j < i; j++) {
            uint8_t *one = &table[i * width + j], *other = &table[j * width + i];
            const uint8_t back = exchanged_sides(*one), forth = exchanged_sides(*other);
            const bool is_played = *one != NOT_PLAYED;
            *one = is_played ? *one : forth;
            *other = is_played ? back : *other;
        }
}

/* Each pair is played once. False if cards never come to rest. */
static bool play_pairs(const Work *work, uint8_t *table)
{
    const Field *builds = &work->builds, *opponents = &work->opponents;
    const bool among = builds->ready == opponents->ready;

    memset(table, NOT_PLAYED, (size_t)(builds->count * opponents->count));
    for (Py_ssize_t i = 0; i < builds->count; i++) {
        uint8_t *row = table + builds->entries[i].number * opponents->count;
        for (Py_ssize_t j = among ? i + 1 : 0; j < opponents->count; j++) {
            int outcome = GAME.play(work->cards, build_at(builds, i), build_at(opponents, j));
            if (outcome == NEVER_RESTS)
                return false;
            row[opponents->entries[j].number] = (uint8_t)outcome;
        }
    }
    if (among)
        mirror(table, builds->count);
    return true;
}

/* The first of those with the most lives left goes on against its next opponent, until one has met all. */
static bool play_for_lives(const Work *work, uint8_t *result)
{
    const Field *builds = &work->builds, *field = &work->opponents;
    int64_t costs[AWAY + 1], *lives = (int64_t *)result;

    memcpy(costs, work->numbers.buf, sizeof costs);
    for (int64_t most = INT64_MAX, next = -1; most >= 0; most = next, next = -1)
        for (Py_ssize_t i = 0; i < builds->count; i++) {
            for (Py_ssize_t *met = &builds->entries[i].met; lives[i] == most; ++*met) {
                if (*met == field->count)
                    return true;
                int outcome = GAME.play(work->cards, build_at(builds, i), build_at(field, *met));
                if (outcome == NEVER_RESTS)
                    return false;
                lives[i] -= costs[outcome & 3];
            }
            next = lives[i] > next ? lives[i] : next;
        }
    return true;
}

/* --- for Python ----------------------------------------------------------------------------------- */

/* Known cards, enough of them, and after the first empty place nothing more. */
static bool is_build(const uint8_t *kinds, int known)
{
    for (int i = 0; i < GAME.row; i++)
        if (kinds[i] > known || (kinds[i] ? i && !kinds[i - 1] : i < GAME.least))
            return false;
    return true;
}

static int compare_entries(const void *one, const void *other)
{
    const Entry *a = one, *b = other;

    if (a->likeness != b->likeness)
        return a->likeness < b->likeness ? -1 : 1;
    return memcmp(a->kinds, b->kinds, (size_t)GAME.row);
}

/* What is wrong with these builds, or NULL. */
static const char *line_up(Field *field, const void *cards, int known, const Py_buffer *builds, bool as_given)
{
    const uint8_t *kinds = builds->buf;

    if (builds->len % GAME.row)
        return "each build must have all of its places";
    for (Py_ssize_t i = 0; i < field->count; i++, kinds += GAME.row) {
        if (!is_build(kinds, known))
            return "each build must have known cards, enough of them, and nothing behind the last";
        field->entries[i] = (Entry){kinds, GAME.likeness ? GAME.likeness(cards, kinds) : 0, i, 0};
    }
    if (!as_given)
        qsort(field->entries, (size_t)field->count, sizeof *field->entries, compare_entries);
    for (Py_ssize_t i = 0; i < field->count; i++)
        GAME.set_up(build_at(field, i), cards, field->entries[i].kinds);
    return NULL;
}

/* What is wrong with the arguments, or NULL. */
static const char *prepare(Work *work, const Py_buffer *table, const Py_buffer *builds, const Py_buffer *opponents)
{
    Reader reader = {table->buf, (const uint8_t *)table->buf + table->len, false};

    int known = GAME.read_cards(&reader, work->cards);
    if (reader.failed || reader.at != reader.end)
        return "the table of cards cannot be read";
    const char *wrong = line_up(&work->builds, work->cards, known, builds, work->numbers.obj);
    if (!wrong && opponents->obj)
        wrong = line_up(&work->opponents, work->cards, known, opponents, work->numbers.obj);
    return wrong;
}

static PyObject *played(const Work *work, PyObject *result, bool (*play)(const Work *, uint8_t *))
{
    bool rests;

    if (!result)
        return NULL;
    uint8_t *bytes = (uint8_t *)PyBytes_AS_STRING(result);
    Py_BEGIN_ALLOW_THREADS
    rests = play(work, bytes);
    Py_END_ALLOW_THREADS
    if (!rests) {
        PyErr_SetString(PyExc_ValueError, "these cards never come to rest");
        Py_CLEAR(result);
    }
    return result;
}

static PyObject *play_table(const Work *work)
{
    const Py_ssize_t size = work->builds.count * work->opponents.count;

    return played(work, PyBytes_FromStringAndSize(NULL, size), play_pairs);
}

static PyObject *spend_lives(const Work *work)
{
    const Py_ssize_t costs = (AWAY + 1) * sizeof(int64_t), size = work->builds.count * (Py_ssize_t)sizeof(int64_t);

    if (work->numbers.len == costs + size)
        return played(work, PyBytes_FromStringAndSize((char *)work->numbers.buf + costs, size), play_for_lives);
    PyErr_SetString(PyExc_ValueError, "each build must have its lives");
    return NULL;
}

/* Of one build against another. */
static PyObject *read_course(const Work *work)
{
    Life life[MOST_READINGS];

    if (!GAME.course || work->builds.count != 1 || work->opponents.count != 1) {
        PyErr_SetString(PyExc_ValueError, "a course must be of two builds, in a game that tells it");
        return NULL;
    }
    int count = GAME.course(build_at(&work->builds, 0), build_at(&work->opponents, 0), life);
    if (count == NEVER_RESTS) {
        PyErr_SetString(PyExc_ValueError, "these cards never come to rest");
        return NULL;
    }
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        PyObject *both = Py_BuildValue("(ii)", (int)life[i].home, (int)life[i].away);
        if (!both)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, both);
    }
    return list;
}

/* Room for these builds, never for none; NULL where there is too little. */
static Field room_for(const Py_buffer *builds)
{
    const Py_ssize_t count = builds->len / GAME.row;
    Entry *entries = PyMem_Calloc((size_t)count + 1, sizeof(Entry) + GAME.build_size);

    return (Field){entries, entries ? (char *)(entries + count) : NULL, count};
}

/* The answer to a question about these builds, and perhaps others. */
static PyObject *answer_of(Py_buffer table, Py_buffer builds, Py_buffer opponents, Py_buffer numbers,
                           PyObject *(*answer)(const Work *))
{
    Work work = {PyMem_Calloc(1, GAME.cards_size), room_for(&builds), room_for(&opponents), numbers};
    Entry *const others = work.opponents.entries;
    PyObject *result = NULL;

    if (!work.cards || !work.builds.entries || !others) {
        PyErr_NoMemory();
    } else {
        const char *wrong = prepare(&work, &table, &builds, &opponents);
        if (!opponents.obj)
            work.opponents = work.builds;
        if (wrong)
            PyErr_SetString(PyExc_ValueError, wrong);
        else
            result = answer(&work);
    }
    PyMem_Free(others);
    PyMem_Free(work.builds.entries);
    PyMem_Free(work.cards);
    PyBuffer_Release(&numbers);
    PyBuffer_Release(&opponents);
    PyBuffer_Release(&builds);
    PyBuffer_Release(&table);
    return result;
}

static PyObject *outcomes(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer table, builds, opponents = {0};

    if (!PyArg_ParseTuple(args, "y*y*|y*", &table, &builds, &opponents))
        return NULL;
    return answer_of(table, builds, opponents, (Py_buffer){0}, play_table);
}

static PyObject *lives(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer table, builds, opponents, numbers;

    if (!PyArg_ParseTuple(args, "y*y*y*y*", &table, &builds, &opponents, &numbers))
        return NULL;
    return answer_of(table, builds, opponents, numbers, spend_lives);
}

static PyObject *course(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer table, home, away;

    if (!PyArg_ParseTuple(args, "y*y*y*", &table, &home, &away))
        return NULL;
    return answer_of(table, home, away, (Py_buffer){0}, read_course);
}

static PyObject *list_of(const char *const *words)
{
    PyObject *list = PyList_New(0);

    for (; list && *words; words++) {
        PyObject *text = PyUnicode_FromString(*words);
        if (!text || PyList_Append(list, text))
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static int add_vocabulary(PyObject *module)
{
    PyObject *vocabulary = PyDict_New();

    for (const Vocabulary *part = GAME.vocabulary; vocabulary && part->name; part++) {
        PyObject *words = list_of(part->words);
        if (!words || PyDict_SetItemString(vocabulary, part->name, words))
            Py_CLEAR(vocabulary);
        Py_XDECREF(words);
    }
    int failed = !vocabulary || PyModule_AddObjectRef(module, "VOCABULARY", vocabulary);
    Py_XDECREF(vocabulary);
    return failed ? -1 : 0;
}

static int execute(PyObject *module)
{
    if (PyModule_AddStringConstant(module, "SOURCE_SHA256", TEXT_OF(SOURCE_SHA256)) ||
        PyModule_AddIntConstant(module, "ROW", GAME.row))
        return -1;
    return add_vocabulary(module);
}

static PyMethodDef METHODS[] = {
    {"outcomes", outcomes, METH_VARARGS,
     "outcomes(table, builds, opponents=..., /)\n--\n\n"
     "One byte for each build against each opponent, or among themselves: see app.engine.outcomes.\n\n"
     "Raises ValueError for what it cannot read, and for cards that never come to rest."},
    {"lives", lives, METH_VARARGS,
     "lives(table, builds, opponents, numbers, /)\n--\n\n"
     "What is left of the lives of each build: see app.engine.outcomes. As 64-bit numbers: what a draw, a victory and a\n"
     "defeat cost, then the lives.\n\n"
     "Raises ValueError for what it cannot read, and for cards that never come to rest."},
    {"course", course, METH_VARARGS,
     "course(table, home, away, /)\n--\n\n"
     "The life of both builds as their battle begins and after each turn.\n\n"
     "Raises ValueError for what it cannot read, and for cards that never come to rest."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot MODULE_SLOTS[] = {
    {Py_mod_exec, execute},
    {0, NULL},
};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_kernel",
    .m_doc = "Who wins, and why, for many pairs of builds at once.",
    .m_size = 0,
    .m_methods = METHODS,
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&MODULE); }
