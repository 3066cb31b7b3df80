/* Who wins, and why, for many pairs of builds at once: the compiled twin of battle.py.
 *
 * battle.py is the meaning. This file keeps to its order and its words, plays no story, and must give the
 * same answer for every pair. R numbers are the rulings of RULES.
 *
 * It knows verbs and no cards: what each card does comes in as a table (encoding.py). A card made of verbs
 * that are here needs no change here; a verb that is not here is not in VOCABULARY, and Python then plays
 * by the reference.
 *
 * How a row is held. Bit i of every mask, and byte i of `kinds`, is the card in slot i; slot 0 is the top.
 * A card that is removed leaves its slot empty, so the order of bits stays the order of the row, and a
 * single bit is a reference to a card for as long as anybody needs one: the one move there is, Knockback's,
 * happens when no window is open.
 */

#include "kernel.h"

enum {
    LAST_TURN = 30,
    ROW = 8,              /* cards in the longest row */
    MOST_ABILITIES = 2048,
    MOST_FREE = 6000,     /* firings in a turn that cost nothing; cards may be made that never come to rest */
    MOST_POINTS = 1000,   /* on a card, either way; so no sum of them can overflow */
    FAR = 1 << 30,        /* more than any HP */
};

/* --- the vocabulary ------------------------------------------------------------------------------- */

#define VERBS(X)                                                                                    \
    X(HIT_ENEMY, "HitEnemy(points, times)")                                                         \
    X(HIT_SELF, "HitSelf(points)")                                                                  \
    X(DISPEL_OVERS, "DispelOvers(points)")                                                          \
    X(HEAL_TO_BASE, "HealToBase()")                                                                 \
    X(RAISE_INITIAL_HP, "RaiseInitialHp()")                                                         \
    X(REMOVE_THIS, "RemoveThis()")                                                                  \
    X(DOWN_ENEMY_CARD, "DownEnemyCard()")                                                           \
    X(REMOVE_ENEMY_CARD, "RemoveEnemyCard()")                                                       \
    X(SINK_ENEMY_CARD, "SinkEnemyCard()")                                                           \
    X(DOWN_SAME_CARDS, "DownSameCards()")                                                           \
    X(CHANGE_DAMAGE, "ChangeDamage(points)")                                                        \
    X(REFLECT_DAMAGE, "ReflectDamage()")                                                            \
    X(REMOVE_SOURCE, "RemoveSource()")                                                              \
    X(UP_ABOVE, "UpAbove()")                                                                        \
    X(IGNORE_EFFECT, "IgnoreEffect(points)")                                                        \
    X(PREFER_FAMILY, "PreferFamily()")                                                              \
    X(PREFER_NUMBER, "PreferNumber()")                                                              \
    X(RAISE_SPEED, "RaiseSpeed(points)")                                                            \
    X(NULLIFY, "Nullify()")

#define TRIGGERS(X)                                                                                 \
    X(ORDER_PHASE, "order-phase")                                                                   \
    X(ABOVE_DOWNED, "above-downed")                                                                 \
    X(OWN_LIST, "own-list")                                                                         \
    X(THIS_TARGETED, "this-targeted")                                                               \
    X(DAMAGE_TO_ENEMY, "damage-to-enemy")                                                           \
    X(DAMAGE_TO_SELF, "damage-to-self")                                                             \
    X(ENEMY_EVENT, "enemy-event")

#define CONSTRAINTS(X)                                                                              \
    X(NO_CONSTRAINT, "")                                                                            \
    X(TOP, "top")                                                                                   \
    X(HALF_HP, "half-hp")                                                                           \
    X(SAME_CARD_UP, "same-card-up")                                                                 \
    X(SOURCE_IN_PLAY, "source-in-play")

#define OPTIONS(X)                                                                                  \
    X(NO_OPTION, "")                                                                                \
    X(NO_INTERCEPT, "no-intercept")                                                                 \
    X(REMOVAL, "removal")                                                                           \
    X(DOWNLESS, "downless")

#define RULES(X)                                                                                    \
    X(NOT_UPPED, "not-upped")                                                                       \
    X(ABOVE_IGNORES_TOP, "above-ignores-top")

#define ABILITIES(X)                                                                                \
    X(ACTION, "Action")                                                                             \
    X(EVENT, "Event")                                                                               \
    X(BUILD, "Build")

#define REASONS(X)                                                                                  \
    X(BY_DRAW, "draw")                                                                              \
    X(BY_BUILD_ZERO, "build_zero")                                                                  \
    X(BY_BUILD_BOTH_ZERO, "build_both_zero")                                                        \
    X(BY_HP, "hp")                                                                                  \
    X(BY_JUDGEMENT_HP, "judgement_hp")                                                              \
    X(BY_JUDGEMENT_INITIATIVE, "judgement_initiative")

enum verb { VERBS(NUMBER) VERB_COUNT };
enum trigger { TRIGGERS(NUMBER) TRIGGER_COUNT };
enum constraint { CONSTRAINTS(NUMBER) CONSTRAINT_COUNT };
enum option { OPTIONS(NUMBER) OPTION_COUNT };
enum rule { RULES(NUMBER) RULE_COUNT };
enum ability { ABILITIES(NUMBER) ABILITY_COUNT };
enum reason { REASONS(NUMBER) REASON_COUNT };

static const Vocabulary VOCABULARY[] = {
    {"verbs", WORDS(VERBS)},
    {"triggers", WORDS(TRIGGERS)},
    {"constraints", WORDS(CONSTRAINTS)},
    {"options", WORDS(OPTIONS)},
    {"rules", WORDS(RULES)},
    {"abilities", WORDS(ABILITIES)},
    {"reasons", WORDS(REASONS)},
    {NULL, NULL},
};

/* What each verb may stand in: an Action (or Build), or an Event with that trigger. */
enum { IN_ACTION = 1 << TRIGGER_COUNT };
#define ON(trigger) (1 << (trigger))
static const uint16_t PLACES[VERB_COUNT] = {
    [HIT_ENEMY] = IN_ACTION,
    [HIT_SELF] = IN_ACTION,
    [DISPEL_OVERS] = IN_ACTION,
    [HEAL_TO_BASE] = IN_ACTION,
    [RAISE_INITIAL_HP] = IN_ACTION,
    [REMOVE_THIS] = IN_ACTION,
    [DOWN_ENEMY_CARD] = IN_ACTION,
    [REMOVE_ENEMY_CARD] = IN_ACTION,
    [SINK_ENEMY_CARD] = IN_ACTION,
    [DOWN_SAME_CARDS] = IN_ACTION,
    [CHANGE_DAMAGE] = ON(DAMAGE_TO_ENEMY) | ON(DAMAGE_TO_SELF),
    [REFLECT_DAMAGE] = ON(DAMAGE_TO_ENEMY) | ON(DAMAGE_TO_SELF),
    [REMOVE_SOURCE] = ON(DAMAGE_TO_ENEMY) | ON(DAMAGE_TO_SELF),
    [UP_ABOVE] = ON(ABOVE_DOWNED),
    [IGNORE_EFFECT] = ON(THIS_TARGETED),
    [PREFER_FAMILY] = ON(OWN_LIST),
    [PREFER_NUMBER] = ON(OWN_LIST),
    [RAISE_SPEED] = ON(ORDER_PHASE),
    [NULLIFY] = ON(ENEMY_EVENT),
};

/* --- the cards ------------------------------------------------------------------------------------ */

typedef struct Ability {
    uint8_t verb, trigger, constraint, option;
    int16_t points, times;
    int16_t at_least;
    bool once;                   /* the card has no Event with this trigger that may answer again */
    const struct Ability *next;  /* of the Events of a card with this trigger */
} Ability;

enum trait {
    STAYS_DOWN,  /* NOT_UPPED */
    LIFTS_TOP,   /* ABOVE_IGNORES_TOP */
    ACTS,        /* has an Action that can always fire, and others at most for when it is on top */
    WAITS,       /* has other Actions: whether one can fire is to be seen */
    WATCHES_HP,  /* has an Action that can fire at half of base HP */
    WATCHES_UP,  /* has one that can fire while the same card is up on both sides */
    PAIRS,       /* has one that looks for the same card on both sides */
    CHANGES,     /* has no Event but a downless one that changes damage, however little */
    TRAIT_COUNT,
};

/* Which constraints of Actions hold: a sum of these. */
enum { ON_TOP = 1, AT_HALF_HP = 2, SAME_UP = 4, HELD_COUNT = 8 };
static const uint8_t ASKS[CONSTRAINT_COUNT] = {[TOP] = ON_TOP, [HALF_HP] = AT_HALF_HP, [SAME_CARD_UP] = SAME_UP};

/* Eight of a byte each, for traits or triggers. */
typedef union {
    uint8_t of[8];
    uint64_t word;
} Masks;

typedef struct {
    int16_t number, force;
    uint8_t family;
    Masks traits;             /* 1 for each that it has */
    Masks listens;            /* 1 for each trigger: it has an Event with it */
    uint8_t actions, events;  /* how many */
    uint8_t raises;           /* how often it raises initial HP */
    const Ability *action;
    Ability *event;
    uint8_t acts;             /* a bit for each sum of constraints: an Action can fire if these hold */
    const Ability *first_action[HELD_COUNT];  /* which one */
    const Ability *first_event[TRIGGER_COUNT];  /* of those that it listens for */
} Card;

typedef struct {
    int kinds;
    Card card[MOST_KINDS + 1];
    Ability ability[MOST_ABILITIES];
} Cards;

/* --- the sides ------------------------------------------------------------------------------------ */

typedef uint32_t Mask;  /* bit i: the card in slot i */

_Static_assert(TRIGGER_COUNT <= 8 && TRAIT_COUNT <= 8 && ROW <= 8, "masks are bytes, eight of them a word");

typedef struct Team {
    const Card *card[ROW];  /* in slot i; stays when it is removed */
    uint64_t kinds;     /* byte i: its kind, 0: none */
    uint64_t families;  /* byte i: its family */
    Masks traits;       /* who has it */
    Masks listens;      /* for each trigger: who has an Event with it */
    uint64_t twins;     /* byte i: the enemy's cards of the same kind; known only where somebody PAIRS */
    Mask in_play, up;   /* up is part of in_play */
    Mask tops;          /* whose Top abilities hold: see find_tops() */
    int hp, base_hp, speed_bonus;
    unsigned slack;     /* see is_above() */
    struct Team *enemy;
} Team;

typedef struct {
    Team home, away;
    Team *first;
    int free_firings;   /* in this turn */
    bool no_intercept;  /* the Action under way */
    bool healed;        /* HP has risen in this turn */
    bool endless;
} Battle;

static inline Mask lowest(Mask cards) { return cards & -cards; }

static inline Mask highest(Mask cards)
{
    return cards & (Mask)1 << (31 - __builtin_clz(cards | 1));
}

static inline int slot(Mask card) { return __builtin_ctz(card); }

static inline Mask above(const Team *team, Mask card)
{
    return highest(team->in_play & (card - 1));
}

static inline Mask below(const Team *team, Mask card)
{
    return lowest(team->in_play & -(card << 1));
}

static inline int byte_of(uint64_t bytes, int i) { return (int)(bytes >> 8 * i & 0xFF); }

static inline int kind_of(const Team *team, Mask card) { return byte_of(team->kinds, slot(card)); }

static inline const Card *card_of(const Team *team, Mask card) { return team->card[slot(card)]; }

/* The up cards with an Event for this trigger. */
static inline Mask listening(const Team *team, enum trigger trigger)
{
    return team->up & team->listens.of[trigger];
}

static inline Mask having(const Team *team, enum trait trait) { return team->traits.of[trait]; }

static const uint64_t ONES = 0x0101010101010101;  /* times a byte: that byte in every place */

/* The slots whose byte is not 0: one with bit 7, or that has it after + 0x7F. The product gathers those bits. */
static inline Mask slots_set(uint64_t bytes)
{
    const uint64_t low = 0x7F * ONES;
    uint64_t set = (((bytes & low) + low) | bytes) & ~low;
    return (Mask)((set >> 7) * 0x0102040810204080 >> 56);
}

static inline Mask slots_with(uint64_t bytes, int byte)
{
    return 0xFF & ~slots_set(bytes ^ ONES * (uint64_t)byte);
}

/* Top: or the card directly below, up or down, lifts it (R42). */
static inline void find_tops(Team *team)
{
    team->tops = lowest(team->in_play);
    for (Mask lifting = team->in_play & having(team, LIFTS_TOP); lifting; lifting &= lifting - 1)
        team->tops |= above(team, lowest(lifting));
}

/* Whether HP is above that. What is above stays above while HP sinks by no more than `slack`. */
static inline bool is_above(Team *team, int points)
{
    const int margin = team->hp - points;
    const unsigned slack = (unsigned)margin - 1;  /* a large one where HP is not above */

    team->slack = slack < team->slack ? slack : team->slack;
    return margin > 0;
}

static inline void raise_hp(Battle *b, Team *team, int points)
{
    team->hp += points;
    b->healed = true;
}

/* --- §5 Events: what answers, and what it pays ---------------------------------------------------- */

/* Only damage fells. So damage() and whatever leads to it return true when a side has fallen, and their callers then
 * drop whatever was going on (R20).
 *
 * Most windows open for nobody. So each is looked at where it opens, by masks, and worked in a function of its own. */

static inline void turn_down(Battle *b, Team *team, Mask card, Team *by);

static void take_out(Team *team, Mask card)
{
    if (!(team->in_play & card))
        return;
    team->in_play &= ~card;
    team->up &= ~card;
    find_tops(team);
    team->base_hp -= card_of(team, card)->force;  /* HP stays (R28); no Echo answers (R36) */
}

/* Whatever costs something comes to an end: no firing raises the number of up cards, and each that keeps it, an Echo,
 * moves one of them towards the top. Who fires too often for nothing is stopped by emptying both rows. */
static void stop(Battle *b)
{
    b->endless = true;
    b->home.in_play = b->home.up = b->away.in_play = b->away.up = 0;
}

/* Down, or removal, or nothing: before the effect. */
static inline void pay(Battle *b, Team *team, Mask card, int option)
{
    if (option == DOWNLESS) {
        if (++b->free_firings > MOST_FREE)
            stop(b);
    } else if (option == REMOVAL) {
        take_out(team, card);
    } else {
        turn_down(b, team, card, team);
    }
}

/* A side in a window: who has answered, and who of these is through with it. A downless Event answers one trigger once;
 * any other answers again if it is up again (R10). */
typedef struct {
    Mask answered, through;
} Answers;

/* The highest of these cards that would answer now, and its Event. */
static ALWAYS_INLINE const Ability *answer(const Team *team, enum trigger trigger, Mask among,
                                           Answers *answers, int points, bool in_play, Mask *who)
{
    Mask left = among & listening(team, trigger) & ~answers->through;

    for (; left; left &= left - 1) {
        for (const Ability *event = card_of(team, left)->first_event[trigger]; event; event = event->next) {
            if (points >= event->at_least && (in_play || event->constraint != SOURCE_IN_PLAY) &&
                !(answers->answered & lowest(left) && event->option == DOWNLESS)) {
                *who = lowest(left);
                answers->answered |= *who;
                answers->through |= event->once ? *who : 0;
                return event;
            }
        }
    }
    return NULL;
}

static bool nullified(Battle *b, Team *team);

/* Cost, then the enemy's Dazzles if `by`, whose ability is the trigger, is the enemy; `by` is nobody in the order phase.
 * True if the effect is still to come (R14, R19). */
static inline bool fire_event(Battle *b, Team *team, Mask card, const Ability *event, Team *by)
{
    pay(b, team, card, event->option);
    return by != team->enemy || !listening(by, ENEMY_EVENT) || !nullified(b, team);
}

/* FIRED: the enemy's Dazzles answer the Event, and Dazzles answer Dazzles (R13, R15, R16). */
static bool nullified(Battle *b, Team *team)
{
    Team *enemy = team->enemy;
    const Ability *dazzle;
    Answers answers = {0};
    Mask who;
    bool nullified = false;

    while ((dazzle = answer(enemy, ENEMY_EVENT, ~0u, &answers, FAR, true, &who)))
        if (fire_event(b, enemy, who, dazzle, team))
            nullified = true;
    return nullified;
}

/* DOWNED: an Echo directly below answers, as long as the card is still down (R11). */
static void echo(Battle *b, Team *team, Mask card, Team *by)
{
    const Ability *event;
    Answers answers = {0};
    Mask who;

    while ((team->in_play & ~team->up & card) &&
           (event = answer(team, ABOVE_DOWNED, below(team, card), &answers, FAR, true, &who)))
        if (fire_event(b, team, who, event, by))
            team->up |= team->in_play & card;
}

/* An up card. */
static inline void turn_down(Battle *b, Team *team, Mask card, Team *by)
{
    team->up &= ~card;
    if (below(team, card) & listening(team, ABOVE_DOWNED))
        echo(b, team, card, by);
}

/* A down card stays as it is (R17). */
static inline void down(Battle *b, Team *team, Mask card, Team *by)
{
    if (team->up & card)
        turn_down(b, team, card, by);
}

/* Damage at 0 or less is gone (R22). */
static bool lose(Team *team, int points)
{
    team->hp -= points > 0 ? points : 0;
    return (points > 0) & (team->hp <= 0);
}

/* Whether anybody may answer damage of the one to the other. */
static inline bool is_answered(const Team *dealer, const Team *to)
{
    return listening(dealer, DAMAGE_TO_ENEMY) | listening(to, DAMAGE_TO_SELF);
}

VERSIONED static bool damage_answered(Battle *b, Team *dealer, Mask source, Team *to, int points);

/* Damage to oneself opens no window (R23). */
static inline bool damage(Battle *b, Team *dealer, Mask source, Team *to, int points)
{
    if (dealer != to && is_answered(dealer, to))
        return damage_answered(b, dealer, source, to, points);
    return lose(to, points);
}

static bool trap(Battle *b, Team *team, Mask card, Team *by, bool *ignored);

/* `applies`: the card is in play and no Trap has ignored the effect. */
static inline bool target(Battle *b, Team *team, Mask card, Team *by, bool *applies)
{
    bool ignored = false;

    if (team != by && (listening(team, THIS_TARGETED) & card) && trap(b, team, card, by, &ignored))
        return true;
    *applies = !ignored && (team->in_play & card);
    return false;
}

/* TARGET: a Trap answers its enemy's effect, and again if it is up again (R12). */
static bool trap(Battle *b, Team *team, Mask card, Team *by, bool *ignored)
{
    const Ability *event;
    Answers answers = {0};
    Mask who;

    while ((event = answer(team, THIS_TARGETED, card, &answers, FAR, true, &who))) {
        if (!fire_event(b, team, who, event, by))
            continue;
        *ignored = true;
        if (damage(b, team, who, team->enemy, event->points))
            return true;
    }
    return false;
}

/* The answers of the uppermost that listen, up to the first that does more than to change damage, once and for nothing.
 * The rest of the window would find the same answers, but most answers are of this kind. */
static inline int changed(Battle *b, const Team *team, enum trigger trigger, Answers *answers, int points)
{
    Mask left = listening(team, trigger);

    for (; left & having(team, CHANGES) & -left && points > 0; left &= left - 1) {
        points += card_of(team, left)->first_event[trigger]->points;
        answers->through |= lowest(left);
        if (++b->free_firings > MOST_FREE)
            stop(b);
    }
    return points;
}

/* DAMAGE: the dealer's cards answer, then the receiver's, each from the top and always the first again that can (R18). */
VERSIONED static bool damage_answered(Battle *b, Team *dealer, Mask source, Team *to, int points)
{
    const Ability *event;
    Answers dealers = {0}, receivers = {0};
    Mask who;

    points = changed(b, dealer, DAMAGE_TO_ENEMY, &dealers, points);
    if (!(listening(dealer, DAMAGE_TO_ENEMY) & ~dealers.through) && !b->no_intercept &&
        !listening(dealer, ENEMY_EVENT))
        points = changed(b, to, DAMAGE_TO_SELF, &receivers, points);
    for (;;) {
        bool in_play = dealer->in_play & source, applies;
        Team *team = dealer;

        event = answer(dealer, DAMAGE_TO_ENEMY, ~0u, &dealers, points, in_play, &who);
        if (!event) {
            if (!b->no_intercept)  /* R41 */
                event = answer(to, DAMAGE_TO_SELF, ~0u, &receivers, points, in_play, &who);
            if (!event)
                return lose(to, points);
            team = to;
        }
        if (!fire_event(b, team, who, event, dealer))
            continue;
        switch (event->verb) {
        case CHANGE_DAMAGE:  /* at once, so that the order in the row matters (R22) */
            points += event->points;
            break;
        case REFLECT_DAMAGE: {  /* as many points as it finds now; a new damage (R25) */
            int found = points;
            points = 0;
            if (damage(b, team, who, team->enemy, found))
                return true;
            break;
        }
        case REMOVE_SOURCE:  /* the damage itself goes on (R24); a Trap may answer (R46) */
            if (target(b, dealer, source, team, &applies))
                return true;
            if (applies)
                take_out(dealer, source);
            break;
        }
    }
}

/* LIST: the Brains of its owner narrow the list, the upper one first, each what is left (R40). */
VERSIONED static Mask narrowed(Battle *b, Team *team, Mask list)
{
    const Ability *brain;
    Answers answers = {0};
    Mask who;

    while ((brain = answer(team, OWN_LIST, ~0u, &answers, FAR, true, &who))) {
        pay(b, team, who, brain->option);
        const Mask model = above(team, who);
        if (!model)  /* on top there is no card above (R39) */
            continue;
        const bool family = brain->verb == PREFER_FAMILY;
        const uint64_t own = family ? team->families : team->kinds;
        const uint64_t others = family ? team->enemy->families : team->enemy->kinds;
        const Mask kept = list & slots_with(others, byte_of(own, slot(model)));
        list = kept ? kept : list;
    }
    return list;
}

/* A target list of enemy cards has been made; the highest left on it becomes the target. `chosen` is 0 if there is none
 * (R31), or the effect does not apply to it. */
static ALWAYS_INLINE bool target_from(Battle *b, Team *team, Team *enemy, Mask list, Mask *chosen)
{
    bool applies = false;

    if (listening(team, OWN_LIST))
        list = narrowed(b, team, list);
    *chosen = lowest(list);
    if (*chosen && target(b, enemy, *chosen, team, &applies))
        return true;
    if (!applies)
        *chosen = 0;
    return false;
}

/* --- §5 Actions ----------------------------------------------------------------------------------- */

/* The up cards of the team that its enemy has up too. */
static inline Mask common(const Team *team)
{
    return team->up & slots_set(team->twins & ONES * team->enemy->up);
}

/* The bits of `unit`, shifted by `low` and by `high`, change places. */
static inline uint64_t exchanged(uint64_t word, int low, int high, uint64_t unit)
{
    uint64_t differs = (word >> low ^ word >> high) & unit;
    return word ^ differs * ((uint64_t)1 << low | (uint64_t)1 << high);
}

/* A card changes places with the one below it; both keep their state (R32). */
VERSIONED static void sink(Team *team, Mask card)
{
    Mask partner = below(team, card);

    if (!partner)
        return;
    const int i = slot(card), j = slot(partner);
    const Card *sunk = team->card[i];
    team->card[i] = team->card[j];
    team->card[j] = sunk;
    team->kinds = exchanged(team->kinds, 8 * i, 8 * j, 0xFF);
    team->families = exchanged(team->families, 8 * i, 8 * j, 0xFF);
    team->traits.word = exchanged(team->traits.word, i, j, ONES);
    team->listens.word = exchanged(team->listens.word, i, j, ONES);
    if (team->twins) {
        team->twins = exchanged(team->twins, 8 * i, 8 * j, 0xFF);
        team->enemy->twins = exchanged(team->enemy->twins, i, j, ONES);
    }
    team->up = (Mask)exchanged(team->up, i, j, 1);
    find_tops(team);
}

static bool dispel_over(Battle *b, Team *team, Mask card, Team *to, int points)
{
    return is_above(to, to->base_hp) && damage(b, team, card, to, points);
}

/* The effect of an Action. */
static ALWAYS_INLINE bool act(Battle *b, Team *team, Team *enemy, Mask card, const Ability *action)
{
    Mask chosen = 0;
    bool applies;

    switch (action->verb) {
    case HIT_ENEMY:  /* hits go on even if the card has been removed meanwhile (R24) */
        if (!is_answered(team, enemy))
            return action->times > 0 && lose(enemy, action->points * action->times);
        for (int hit = 0; hit < action->times; hit++)
            if (damage(b, team, card, enemy, action->points))
                return true;
        return false;
    case HIT_SELF:
        return damage(b, team, card, team, action->points);
    case DISPEL_OVERS:  /* the second side first; each is looked at when its turn comes (R26) */
        return dispel_over(b, team, card, b->first->enemy, action->points) ||
               dispel_over(b, team, card, b->first, action->points);
    case HEAL_TO_BASE:  /* a card that paid by removal has left base HP by now (R27) */
        if (!is_above(team, team->base_hp - 1))
            raise_hp(b, team, team->base_hp - team->hp);
        return false;
    case RAISE_INITIAL_HP:
        raise_hp(b, team, team->base_hp >> 1);
        return false;
    case REMOVE_THIS:  /* an Echo may have upped it: it goes all the same (R36) */
        take_out(team, card);
        return false;
    case DOWN_ENEMY_CARD:
        if (target_from(b, team, enemy, enemy->up, &chosen))
            return true;
        down(b, enemy, chosen, team);
        return false;
    case REMOVE_ENEMY_CARD:
        if (target_from(b, team, enemy, enemy->in_play, &chosen))
            return true;
        take_out(enemy, chosen);
        return false;
    case SINK_ENEMY_CARD:
        if (target_from(b, team, enemy, enemy->in_play & ~highest(enemy->in_play), &chosen))
            return true;
        if (chosen)
            sink(enemy, chosen);
        return false;
    case DOWN_SAME_CARDS: {
        Mask own = lowest(common(team));  /* it may pick itself (R34) */
        if (!own)
            return false;
        down(b, team, own, team);  /* no Trap answers its own side */
        Mask copy = lowest(slots_with(enemy->kinds, kind_of(team, own)) & enemy->up);
        if (target(b, enemy, copy, team, &applies))
            return true;
        if (applies)
            down(b, enemy, copy, team);
        return false;
    }
    }
    return false;
}

/* The highest of these cards with an Action that can fire now, and the first such Action on it. */
static inline const Ability *allowed_action(Team *team, Mask among, Mask *who)
{
    int held = 0;

    if (among & having(team, WATCHES_HP) && !is_above(team, team->base_hp >> 1))
        held |= AT_HALF_HP;
    if (among & having(team, WATCHES_UP) && common(team))
        held |= SAME_UP;
    for (; among; among &= among - 1) {
        const Card *card = card_of(team, among);
        const int here = held | (team->tops & lowest(among) ? ON_TOP : 0);
        if (card->acts >> here & 1) {
            *who = lowest(among);
            return card->first_action[here];
        }
    }
    return NULL;
}

/* The highest up card with an Action that can fire, and the first such Action on it (R30). */
static ALWAYS_INLINE const Ability *ready_action(Team *team, Mask *who)
{
    const Mask ready = team->up & having(team, ACTS);

    const Mask perhaps = team->up & having(team, WAITS) & ~ready & (ready - 1);  /* above them */
    const Ability *action;

    if (perhaps && (action = allowed_action(team, perhaps, who)))
        return action;
    if (!ready)
        return NULL;
    *who = lowest(ready);
    return card_of(team, ready)->first_action[team->tops & *who ? ON_TOP : 0];
}

/* --- §4 the battle -------------------------------------------------------------------------------- */

/* ORDER: every Quick answers. */
static void raise_speed(Battle *b, Team *team)
{
    const Ability *quick;
    Answers answers = {0};
    Mask who;

    while ((quick = answer(team, ORDER_PHASE, ~0u, &answers, FAR, true, &who))) {
        pay(b, team, who, quick->option);
        team->speed_bonus += quick->points;
    }
}

/* The first comparison that tells the sides apart: the whole row by force, its length included, before any
 * number is looked at (R5). */
static Team *compare(Battle *b)
{
    Team *home = &b->home, *away = &b->away;
    int speed = home->base_hp + home->speed_bonus - away->base_hp - away->speed_bonus;
    int by_number = 0;
    Mask left_home = home->in_play, left_away = away->in_play;

    if (speed)
        return speed > 0 ? home : away;
    for (; left_home && left_away; left_home &= left_home - 1, left_away &= left_away - 1) {
        const Card *a = card_of(home, lowest(left_home));
        const Card *c = card_of(away, lowest(left_away));
        if (a->force != c->force)
            return a->force > c->force ? home : away;
        if (!by_number)
            by_number = a->number - c->number;
    }
    if (left_home || left_away)
        return left_home ? home : away;
    if (by_number)
        return by_number < 0 ? home : away;
    return b->first;
}

static void order_phase(Battle *b)
{
    b->home.speed_bonus = b->away.speed_bonus = 0;
    if (listening(&b->home, ORDER_PHASE))
        raise_speed(b, &b->home);
    if (listening(&b->away, ORDER_PHASE))
        raise_speed(b, &b->away);
    b->first = compare(b);
}

/* After every Action again from the top (R29). True when a side has fallen. */
static ALWAYS_INLINE bool action_phase(Battle *b, Team *team, Team *enemy)
{
    const Ability *action;
    Mask who;

    while ((action = ready_action(team, &who))) {
        pay(b, team, who, action->option);  /* an Echo below ups the card before its effect begins (R9) */
        b->no_intercept = action->option == NO_INTERCEPT;
        if (act(b, team, enemy, who, action))
            return true;
    }
    return false;
}

/* Compiled twice: a row is played with the same home, so there the processor soon guesses well which Action comes
 * next, as long as it does not take the other side's for it. */
VERSIONED static NEVER_INLINE bool home_acts(Battle *b) { return action_phase(b, &b->home, &b->away); }

VERSIONED static NEVER_INLINE bool away_acts(Battle *b) { return action_phase(b, &b->away, &b->home); }

static inline void up_phase(Team *team) { team->up |= team->in_play & ~having(team, STAYS_DOWN); }

/* True when a side has fallen. */
static bool play_turn(Battle *b)
{
    b->free_firings = 0;
    b->healed = false;
    b->home.slack = b->away.slack = FAR;
    order_phase(b);
    if (b->first == &b->home ? home_acts(b) || away_acts(b) : away_acts(b) || home_acts(b))
        return true;
    up_phase(&b->home);
    up_phase(&b->away);
    return false;
}

/* --- turns that come again ------------------------------------------------------------------------ */

/* Nothing but the rows, who is up, who was first and HP goes into a turn; and HP only where it is compared with
 * something. So a turn that begins like an earlier one goes like it, as long as each of those comparisons comes
 * out as it did; every HP in it is then lower by the same loss. Such turns are not played but counted.
 *
 * HP only sinks there (turns with a rise are not counted), so a comparison that found HP not above something will
 * again; one that found it above will for as long as the loss is no more than the slack it had.
 */
typedef struct {
    uint64_t home, away;  /* kinds */
    uint32_t masks;       /* in play, up */
    bool home_first;
    bool healed;          /* in the turn that began so */
    int hp[2], slack[2];
} Start;

static inline void note_start(Start *now, const Battle *b)
{
    now->home = b->home.kinds;
    now->away = b->away.kinds;
    now->masks = b->home.in_play | b->home.up << 8 | b->away.in_play << 16 | b->away.up << 24;
    now->home_first = b->first == &b->home;
    now->hp[0] = b->home.hp;
    now->hp[1] = b->away.hp;
}

static inline bool alike(const Start *a, const Start *b)
{
    return a->masks == b->masks && a->home == b->home && a->away == b->away &&
           a->home_first == b->home_first;
}

static inline int least(int a, int b) { return a < b ? a : b; }

/* In how many more rounds a side that loses so much in each stays above 0 and uses up no slack. */
static inline int rounds_unchanged(int hp, int slack, int loss)
{
    return loss ? least(hp - 1, slack) / loss : LAST_TURN;
}

/* The turn that comes begins like the one `period` turns ago; `last` began the last one. Passes over whole rounds of
 * that many turns in which nothing but HP changes. The side that falls in the round after, if that is certain. */
static Team *pass_over(Battle *b, Start *now, const Start *then, Start *last, int period, int *turn)
{
    Team *side[2] = {&b->home, &b->away};
    int loss[2], slack[2], rounds = (LAST_TURN + 1 - *turn) / period;

    if (then->healed || last->healed)
        return NULL;
    for (int i = 0; i < 2; i++) {
        loss[i] = then->hp[i] - now->hp[i];
        slack[i] = least(then->slack[i], last->slack[i]);
        rounds = least(rounds, rounds_unchanged(now->hp[i], slack[i], loss[i]));
    }
    *turn += rounds * period;
    for (int i = 0; i < 2; i++) {  /* as if those rounds had been played */
        side[i]->hp = now->hp[i] -= rounds * loss[i];
        last->hp[i] -= rounds * loss[i];
        last->slack[i] -= rounds * loss[i];
        slack[i] -= rounds * loss[i];
    }
    /* In the next round all goes as before until one side falls; if both would, it has to be played. */
    if (*turn + period - 1 <= LAST_TURN && slack[0] >= loss[0] && slack[1] >= loss[1]) {
        if (now->hp[0] <= loss[0] && now->hp[1] > loss[1])
            return side[0];
        if (now->hp[1] <= loss[1] && now->hp[0] > loss[0])
            return side[1];
    }
    return NULL;
}

/* Play turns 1 to 30. The side that fell, or NULL. */
VERSIONED static Team *play_turns(Battle *b)
{
    /* They change roles and are not copied: a copy so soon after its parts were written waits for all of them. */
    Start starts[3], *now = &starts[0], *last = &starts[1], *before = &starts[2];

    for (int turn = 1; turn <= LAST_TURN; turn++) {
        Team *falls = NULL;

        note_start(now, b);
        if (turn > 1 && alike(now, last))
            falls = pass_over(b, now, last, last, 1, &turn);
        else if (turn > 2 && alike(now, before))
            falls = pass_over(b, now, before, last, 2, &turn);
        if (falls)
            return falls;
        if (turn > LAST_TURN)
            break;
        if (play_turn(b))
            return b->home.hp <= 0 ? &b->home : &b->away;
        if (turn == 1)  /* nobody was first before; the rows told the sides apart, and would again */
            now->home_first = b->first == &b->home;
        now->healed = b->healed;
        now->slack[0] = (int)b->home.slack;
        now->slack[1] = (int)b->away.slack;
        Start *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return NULL;
}

static inline int won(const Battle *b, const Team *winner, enum reason reason)
{
    return (winner == &b->home ? HOME : AWAY) | reason << 2;
}

/* From the disclosure to the judgement. */
static int decide(Battle *b)
{
    Team *home = &b->home, *away = &b->away, *fallen;

    if (home->kinds == away->kinds)
        return DRAW | BY_DRAW << 2;  /* before anything is checked (R4) */
    if ((home->hp <= 0) != (away->hp <= 0))
        return won(b, home->hp <= 0 ? away : home, BY_BUILD_ZERO);
    if (home->hp <= 0) {
        order_phase(b);
        return won(b, b->first, BY_BUILD_BOTH_ZERO);
    }
    if ((fallen = play_turns(b)))
        return won(b, fallen->enemy, BY_HP);
    if (home->hp != away->hp)
        return won(b, home->hp > away->hp ? home : away, BY_JUDGEMENT_HP);
    order_phase(b);
    return won(b, b->first, BY_JUDGEMENT_INITIATIVE);  /* R44, R45 */
}

/* --- a pair of builds ----------------------------------------------------------------------------- */

/* A build ready to fight: the build phase depends on nobody else. */
static void set_up(void *build, const void *table, const uint8_t *kinds)
{
    const Card *cards = ((const Cards *)table)->card;
    Team *team = build;
    int raises = 0;

    for (int i = 0; i < ROW && kinds[i]; i++) {
        const Card *card = &cards[kinds[i]];
        team->card[i] = card;
        team->kinds |= (uint64_t)kinds[i] << 8 * i;
        team->families |= (uint64_t)card->family << 8 * i;
        team->traits.word |= card->traits.word << i;
        team->listens.word |= card->listens.word << i;
        team->in_play |= (Mask)1 << i;
        team->base_hp += card->force;
        raises += card->raises;
    }
    team->up = team->in_play;
    find_tops(team);
    team->hp = team->base_hp + raises * (team->base_hp >> 1);  /* each adds the same (R1) */
}

/* Bit j of byte i becomes bit i of byte j. */
static uint64_t transposed(uint64_t bytes)
{
    uint64_t differs;

    differs = (bytes ^ bytes >> 7) & 0x00AA00AA00AA00AA;
    bytes ^= differs ^ differs << 7;
    differs = (bytes ^ bytes >> 14) & 0x0000CCCC0000CCCC;
    bytes ^= differs ^ differs << 14;
    differs = (bytes ^ bytes >> 28) & 0x00000000F0F0F0F0;
    return bytes ^ differs ^ differs << 28;
}

/* Most builds never ask for them, so they are noted for a pair in which one does. */
static void note_twins(Team *home, Team *away)
{
    for (int i = 0; i < ROW; i++)
        home->twins |= (uint64_t)slots_with(away->kinds, byte_of(home->kinds, i)) << 8 * i;
    away->twins = transposed(home->twins);
}

static ALWAYS_INLINE void begin(Battle *b, const Team *home, const Team *away)
{
    b->home = *home;
    b->away = *away;
    b->free_firings = 0;  /* the order phase may come without a turn */
    b->no_intercept = b->healed = b->endless = false;
    b->home.enemy = &b->away;
    b->away.enemy = &b->home;
    b->first = &b->home;  /* until turn 1, on which the rows tell the sides apart, as long as no two cards share a number */
    if (having(&b->home, PAIRS) | having(&b->away, PAIRS))
        note_twins(&b->home, &b->away);
}

static int play(const void *Py_UNUSED(cards), const void *home, const void *away)
{
    Battle b;

    begin(&b, home, away);
    int outcome = decide(&b);
    return b.endless ? NEVER_RESTS : outcome;
}

/* Several hits that nobody answers are one here, so a side that has fallen may be further below 0 than in battle.py. */
static Life life_in(const Battle *b)
{
    return (Life){b->home.hp > 0 ? b->home.hp : 0, b->away.hp > 0 ? b->away.hp : 0};
}

/* As `decide`, with every turn played. */
static int course_of(const void *home, const void *away, Life *life)
{
    Battle b;
    int count = 0;

    begin(&b, home, away);
    life[count++] = life_in(&b);
    if (b.home.kinds != b.away.kinds && b.home.hp > 0 && b.away.hp > 0)
        for (int turn = 1; turn <= LAST_TURN; turn++) {
            bool falls = play_turn(&b);
            life[count++] = life_in(&b);
            if (falls)
                break;
        }
    return b.endless ? NEVER_RESTS : count;
}

_Static_assert((int)LAST_TURN < (int)MOST_READINGS, "a battle has as many readings of life as there is room for");

/* --- the table of cards --------------------------------------------------------------------------- */

/* Its kind, verb, trigger, constraint, option, the verb's two numbers, and the least damage that is answered. */
static int read_ability(Reader *reader, Ability *ability)
{
    int kind = next_number(reader, ACTION, BUILD);

    ability->verb = (uint8_t)next_number(reader, 0, VERB_COUNT - 1);
    ability->trigger = (uint8_t)next_number(reader, 0, TRIGGER_COUNT - 1);
    ability->constraint = (uint8_t)next_number(reader, 0, CONSTRAINT_COUNT - 1);
    ability->option = (uint8_t)next_number(reader, 0, OPTION_COUNT - 1);
    ability->points = (int16_t)next_number(reader, -MOST_POINTS, MOST_POINTS);
    ability->times = (int16_t)next_number(reader, -MOST_POINTS, MOST_POINTS);
    ability->at_least = (int16_t)next_number(reader, -MOST_POINTS, MOST_POINTS);
    if (!(PLACES[ability->verb] & (kind == EVENT ? ON(ability->trigger) : IN_ACTION)) ||
        (kind == BUILD && ability->verb != RAISE_INITIAL_HP))
        reader->failed = true;
    return kind;
}

/* The card's abilities go into the pool: Actions first, then Events, so there are two walks. */
static void read_abilities(Reader *reader, Card *card, int count, Ability *pool)
{
    const Reader from = *reader;

    for (int walk = ACTION; walk <= EVENT; walk++) {
        *reader = from;
        for (int n = 0; n < count; n++) {
            Ability ability;
            int kind = read_ability(reader, &ability);

            if (kind == ACTION && walk == ACTION)
                pool[card->actions++] = ability;
            else if (kind == EVENT && walk == EVENT)
                pool[card->actions + card->events++] = ability;
            else if (kind == BUILD && walk == EVENT)
                card->raises++;
        }
    }
    card->action = pool;
    card->event = pool + card->actions;
}

/* What a row wants to know of its cards without looking at their abilities. */
static void note_traits(Card *card, int rules)
{
    int waits = 0;

    for (int n = card->actions - 1; n >= 0; n--) {
        const Ability *action = &card->action[n];
        const int asks = ASKS[action->constraint];
        for (int held = 0; held < HELD_COUNT; held++)
            if ((held & asks) == asks) {
                card->acts |= 1 << held;
                card->first_action[held] = action;
            }
        waits |= asks & ~ON_TOP;
        if (asks == AT_HALF_HP)
            card->traits.of[WATCHES_HP] = 1;
        if (asks == SAME_UP)
            card->traits.of[WATCHES_UP] = 1;
        if (asks == SAME_UP || action->verb == DOWN_SAME_CARDS)
            card->traits.of[PAIRS] = 1;
    }
    if (card->actions)
        card->traits.of[waits || !(card->acts & 1) ? WAITS : ACTS] = 1;
    if (rules & 1 << NOT_UPPED)
        card->traits.of[STAYS_DOWN] = 1;
    if (rules & 1 << ABOVE_IGNORES_TOP)
        card->traits.of[LIFTS_TOP] = 1;
}

static void note_events(Card *card)
{
    bool once[TRIGGER_COUNT];

    if (card->events == 1 && card->event->verb == CHANGE_DAMAGE && card->event->option == DOWNLESS &&
        card->event->constraint != SOURCE_IN_PLAY && card->event->at_least <= 1)
        card->traits.of[CHANGES] = 1;
    memset(once, true, sizeof once);
    for (int n = 0; n < card->events; n++)
        once[card->event[n].trigger] &= card->event[n].option == DOWNLESS;
    for (int n = card->events - 1; n >= 0; n--) {
        Ability *event = &card->event[n];
        event->once = once[event->trigger];
        event->next = card->first_event[event->trigger];
        card->first_event[event->trigger] = event;
        card->listens.of[event->trigger] = 1;
    }
}

/* How many cards; for each number, force, family, a bit for each Static rule, how many abilities, and those. */
static int read_cards(Reader *reader, void *table)
{
    Cards *cards = table;
    int pool = 0;

    cards->kinds = next_number(reader, 0, MOST_KINDS);
    for (int kind = 1; kind <= cards->kinds && !reader->failed; kind++) {
        Card *card = &cards->card[kind];
        card->number = (int16_t)next_number(reader, INT16_MIN, INT16_MAX);
        card->force = (int16_t)next_number(reader, -MOST_POINTS, MOST_POINTS);
        card->family = (uint8_t)next_number(reader, 0, UINT8_MAX);
        int rules = next_number(reader, 0, (1 << RULE_COUNT) - 1);
        int count = next_number(reader, 0, UINT8_MAX);
        if (pool + count > MOST_ABILITIES)
            reader->failed = true;
        else
            read_abilities(reader, card, count, &cards->ability[pool]);
        note_traits(card, rules);
        note_events(card);
        pool += count;
    }
    return cards->kinds;
}

/* First which triggers somebody listens for, then which Actions come in which order. */
static uint64_t likeness(const void *table, const uint8_t *kinds)
{
    const Card *cards = ((const Cards *)table)->card;
    uint64_t listens = 0, verbs = 0;
    int place = 4 * ROW;

    for (int i = 0; i < ROW && kinds[i]; i++) {
        const Card *card = &cards[kinds[i]];
        listens |= slots_set(card->listens.word);
        if (card->actions)
            verbs |= (uint64_t)(card->action->verb + 1) << (place -= 4);
    }
    return listens << 56 | verbs;
}

static const Game GAME = {
    .row = ROW,
    .cards_size = sizeof(Cards),
    .build_size = sizeof(Team),
    .vocabulary = VOCABULARY,
    .read_cards = read_cards,
    .likeness = likeness,
    .set_up = set_up,
    .play = play,
    .course = course_of,
};
