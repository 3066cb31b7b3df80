/* Who wins, and why, for many pairs of builds at once: the compiled twin of battle.py.
 *
 * battle.py is the meaning. This file keeps to its order and its words, plays no story, and must give the
 * same answer for every pair. R numbers are the rulings of RULES.
 *
 * It knows verbs and no skills: what each skill does comes in as a table (encoding.py). A skill made of verbs and
 * rules that are here needs no change here; what is not here is not in VOCABULARY, and Python then plays by the
 * reference.
 *
 * How a row is held. Bit i of every mask, and kind[i], is the skill in slot i; slot 0 is the head and its level is 1.
 * The masks of a row are gathered in two words, a byte for each trait that a skill can have, so that a skill comes
 * and goes at once in all of them.
 */

#include "kernel.h"

enum {
    SLOTS = 5,
    LAST_ROUND = 200,
    MOST_EFFECTS = 2048,
    MOST_POINTS = 100,  /* on a skill; so no sum of them can overflow */
};

/* --- the vocabulary ------------------------------------------------------------------------------- */

#define TYPES(X)                                                                                    \
    X(ATTACK, "attack")                                                                             \
    X(SUPPORT, "support")                                                                           \
    X(INTERCEPTOR, "interceptor")                                                                   \
    X(ATTACHMENT, "attachment")

#define STATUSES(X)                                                                                 \
    X(RESOLUTION, "resolution")                                                                     \
    X(BARRIER, "barrier")                                                                           \
    X(WRATH, "wrath")                                                                               \
    X(NO_MIND, "no_mind")                                                                           \
    X(INITIATIVE, "initiative")                                                                     \
    X(STUN, "stun")                                                                                 \
    X(DISMAY, "dismay")                                                                             \
    X(WASTING, "wasting")

#define COUNTS(X)                                                                                   \
    X(NO_COUNT, "")                                                                                 \
    X(OF_ROUND, "round")                                                                            \
    X(OF_OWN_ATTACKS, "own-attacks")                                                                \
    X(OF_SPEED_OF_ATTACK, "speed-of-attack")

#define AIMS(X)                                                                                     \
    X(AT_HEAD, "head")                                                                              \
    X(AT_OWN_LEVEL, "own-level")                                                                    \
    X(AT_THE_ATTACK, "the-attack")

#define WHENS(X)                                                                                    \
    X(USED, "used")                                                                                 \
    X(LEFT_USED, "left-used")                                                                       \
    X(ROUND, "round")                                                                               \
    X(DESTROYED, "destroyed")

#define CONSTRAINTS(X)                                                                              \
    X(NO_CONSTRAINT, "")                                                                            \
    X(NOT_INTERCEPTED, "not-intercepted")

#define RULES(X)                                                                                    \
    X(RESTS_IN_ODD_ROUNDS, "rests-in-odd-rounds")                                                   \
    X(MAKES_INTERCEPTOR, "makes-interceptor")                                                       \
    X(FALLS_INSTEAD, "falls-instead")                                                               \
    X(HOLDS_BACK, "holds-back")                                                                     \
    X(USES_LAST, "uses-last")                                                                       \
    X(LIFTS_ALL, "lifts-all")                                                                       \
    X(ATTACKS_AGAIN, "attacks-again")

#define VERBS(X)                                                                                    \
    X(RECEIVE, "Receive(status, count)")                                                            \
    X(INFLICT, "Inflict(status)")                                                                   \
    X(MARK_HEAD, "MarkHead()")                                                                      \
    X(CHANGE_HEAD, "ChangeHead(into)")

#define REASONS(X)                                                                                  \
    X(BY_ATTACK, "attack")                                                                          \
    X(BY_SIMULTANEOUS, "simultaneous")                                                              \
    X(BY_END, "end")                                                                                \
    X(BY_LOOP, "loop")                                                                              \
    X(BY_CAP, "cap")

enum type { TYPES(NUMBER) TYPE_COUNT };
enum status { STATUSES(NUMBER) STATUS_COUNT };
enum count { COUNTS(NUMBER) COUNT_COUNT };
enum aim { AIMS(NUMBER) AIM_COUNT };
enum when { WHENS(NUMBER) WHEN_COUNT };
enum constraint { CONSTRAINTS(NUMBER) CONSTRAINT_COUNT };
enum rule { RULES(NUMBER) RULE_COUNT };
enum verb { VERBS(NUMBER) VERB_COUNT };
enum reason { REASONS(NUMBER) REASON_COUNT };

static const Vocabulary VOCABULARY[] = {
    {"types", WORDS(TYPES)},
    {"statuses", WORDS(STATUSES)},
    {"counts", WORDS(COUNTS)},
    {"aims", WORDS(AIMS)},
    {"whens", WORDS(WHENS)},
    {"constraints", WORDS(CONSTRAINTS)},
    {"rules", WORDS(RULES)},
    {"verbs", WORDS(VERBS)},
    {"reasons", WORDS(REASONS)},
    {NULL, NULL},
};

/* --- the skills ----------------------------------------------------------------------------------- */

/* A trait is a type that the skill has, a type that it helps, a rule that it brings, or LIMITED. */
enum trait { HELPS = TYPE_COUNT, RULE = HELPS + TYPE_COUNT, LIMITED = RULE + RULE_COUNT, TRAIT_COUNT };

_Static_assert(TYPE_COUNT == 4 && TRAIT_COUNT <= 16, "types and what they help fill one word, the rest another");

typedef struct {
    uint64_t word[2];  /* byte t of the two: 1 if it has trait t; of a row, the slots that have it */
} Traits;

typedef struct {
    int16_t base, levels, at_least;
    uint8_t count;
} Number;

typedef struct {
    uint8_t when, verb, constraint;
    int16_t first, second;  /* what the verb says: a status and how often, or a kind of skill */
} Effect;

typedef struct {
    Traits traits;
    Number speed, points;
    int16_t bonus_points, bonus_speed;
    uint8_t aim;
    bool damages;
    uint8_t moments;  /* bit w: it has an effect at the moment w */
    uint8_t effects;  /* how many */
    const Effect *effect;
} Skill;

typedef struct {
    int kinds;
    int plain_hit, emptiness;
    Skill skill[MOST_KINDS + 1];  /* 0 is the blank, which has nothing */
    Effect effect[MOST_EFFECTS];
} Skills;

static inline bool has(const Skill *skill, int trait)
{
    return skill->traits.word[trait / 8] >> trait % 8 * 8 & 1;
}

/* --- the sides ------------------------------------------------------------------------------------ */

typedef unsigned Mask;  /* bit i: the skill in slot i */

enum { ALL_SLOTS = (1 << SLOTS) - 1, NO_SLOT = -2, PLAIN_HIT = -1 };

typedef struct Character {
    uint8_t kind[8];  /* 0: a blank */
    Traits traits;
    Mask hit, due;    /* with a damage counter; to be destroyed in the end phase */
    bool is_marked;
    uint64_t marked[4];  /* bit k: kind k was named in this round */
    int32_t statuses[STATUS_COUNT];
    struct Character *enemy;
} Character;

typedef struct {
    const Skills *skills;
    Character home, away;
    int round;
    int outcome;
} Battle;

static inline Mask lowest(Mask slots) { return slots & -slots; }

static inline int slot_of(Mask slot) { return __builtin_ctz(slot); }

static inline Mask having(const Character *character, int trait)
{
    return (Mask)(character->traits.word[trait / 8] >> trait % 8 * 8) & 0xFF;
}

/* What this folds has a byte for each type. */
static inline Mask of_any_type(uint32_t bytes)
{
    bytes |= bytes >> 16;
    return (bytes | bytes >> 8) & 0xFF;
}

static inline Mask owned(const Character *character)
{
    return of_any_type((uint32_t)character->traits.word[0]);
}

/* The skills whose right neighbour helps skills of their type, never across a blank. */
static inline Mask helped(const Character *character)
{
    uint64_t word = character->traits.word[0];
    return of_any_type((uint32_t)word & (uint32_t)(word >> 32 >> 1));
}

/* The helped ones whose helper has this trait. */
static inline Mask helped_by(const Character *character, int trait)
{
    Mask helpers = having(character, trait);
    return helpers ? helped(character) & helpers >> 1 : 0;
}

/* By what they are at this moment: an attack skill before +反 is an interceptor in everything (R8). */

static inline Mask attacks(const Character *character)
{
    return having(character, ATTACK) & ~helped_by(character, RULE + MAKES_INTERCEPTOR);
}

static inline Mask supports(const Character *character)
{
    return having(character, SUPPORT) & ~helped_by(character, RULE + MAKES_INTERCEPTOR);
}

static inline Mask interceptors(const Character *character)
{
    return having(character, INTERCEPTOR) | helped_by(character, RULE + MAKES_INTERCEPTOR);
}

/* The skill in this slot becomes another one, or a blank. */
static inline void put(Character *character, const Skills *skills, int slot, int kind)
{
    const uint64_t everywhere = 0x0101010101010101ULL;

    character->kind[slot] = (uint8_t)kind;
    for (int i = 0; i < 2; i++) {
        uint64_t *word = &character->traits.word[i];
        *word = (*word & ~(everywhere << slot)) | skills->skill[kind].traits.word[i] << slot;
    }
}

/* --- which skill, how fast, how strong ------------------------------------------------------------ */

/* A skill in its place, with what helps it now, whatever becomes of both later (R17). */
typedef struct {
    const Skill *skill, *helper;
    int slot;
    bool attacks;  /* it is an attack skill now, and no plain hit: statuses make it faster and stronger */
} Placed;

static inline Placed placed(const Battle *b, const Character *character, int slot)
{
    const Skill *skill = b->skills->skill;

    if (slot == PLAIN_HIT)
        return (Placed){&skill[b->skills->plain_hit], &skill[0], slot, false};
    return (Placed){
        .skill = &skill[character->kind[slot]],
        .helper = &skill[helped(character) >> slot & 1 ? character->kind[slot + 1] : 0],
        .slot = slot,
        .attacks = attacks(character) >> slot & 1,
    };
}

/* What a printed number comes to; its floor is part of it (R23). */
static inline int value(const Battle *b, const Character *owner, const Number *number, int slot, int against_speed)
{
    int value = number->base + number->levels * (slot + 1);

    if (number->count == OF_ROUND)
        value += b->round;
    else if (number->count == OF_OWN_ATTACKS)
        value += __builtin_popcount(attacks(owner));
    else if (number->count == OF_SPEED_OF_ATTACK)
        value += against_speed;
    return value > number->at_least ? value : number->at_least;
}

/* Dismay spares the order phase (R7). */
static inline int speed_of(const Battle *b, const Character *owner, const Placed *it, bool in_order)
{
    if (it->attacks && owner->statuses[DISMAY] && !in_order)
        return 0;
    return value(b, owner, &it->skill->speed, it->slot, 0) + it->helper->bonus_speed +
           (it->attacks && owner->statuses[RESOLUTION] ? 2 : 0);
}

/* Interceptors have their printed number only (R8). */
static inline int points_of(const Battle *b, const Character *owner, const Placed *it, int against_speed)
{
    if (!it->skill->damages)
        return 0;
    int points = value(b, owner, &it->skill->points, it->slot, against_speed);
    if (it->attacks)
        points += it->helper->bonus_points + !!owner->statuses[RESOLUTION] + owner->statuses[WRATH];
    return points;
}

/* The attack and support skills that may be used in this round. */
static inline Mask usable(const Battle *b, const Character *character)
{
    Mask resting = b->round % 2 ? having(character, RULE + RESTS_IN_ODD_ROUNDS) : 0;
    return (attacks(character) | supports(character)) & ~resting;
}

/* The first usable skill, or the last one under Rear Haze (R5, R6); else the plain hit; else, if all rest, none (R1). */
static inline int selected(const Battle *b, const Character *character)
{
    Mask slots = usable(b, character);

    if (!slots)
        return attacks(character) | supports(character) ? NO_SLOT : PLAIN_HIT;
    return having(character, RULE + USES_LAST) ? 31 - __builtin_clz(slots) : slot_of(lowest(slots));
}

/* --- what happens to skills and characters -------------------------------------------------------- */

/* What does not stack changes nothing the second time. */
static void give(Character *to, int status, int count)
{
    if (!to->statuses[status] || status == BARRIER || status == WRATH)
        to->statuses[status] += count;
}

/* Level and damage counter stay with the slot (R16). */
static void change_head(Battle *b, Character *character, int into)
{
    Mask head = lowest(owned(character));

    if (!(head & having(character, LIMITED)))  /* no other skill is looked for (R15) */
        put(character, b->skills, slot_of(head), into);
}

/* The name stands until the end phase (R4), even if who named it falls before (R3). */
static void mark_head(Character *character)
{
    int kind = character->kind[slot_of(lowest(owned(character)))];

    character->is_marked = true;
    character->marked[kind / 64] |= (uint64_t)1 << kind % 64;
}

/* Let the effects of this moment happen. Owner and enemy both have a head wherever one is asked for. */
static void apply(Battle *b, Character *owner, const Skill *skill, enum when when, bool intercepted)
{
    if (!(skill->moments >> when & 1))
        return;
    for (const Effect *effect = skill->effect, *end = effect + skill->effects; effect < end; effect++) {
        if (effect->when != when || (effect->constraint == NOT_INTERCEPTED && intercepted))
            continue;
        switch (effect->verb) {
        case RECEIVE:
            give(owner, effect->first, effect->second);
            break;
        case INFLICT:  /* no-mind and barriers stop damage only (R11) */
            give(owner->enemy, effect->first, 1);
            break;
        case MARK_HEAD:
            mark_head(owner->enemy);
            break;
        case CHANGE_HEAD:
            change_head(b, owner->enemy, effect->first);
            break;
        }
    }
}

/* A limited skill that was used or took effect goes in the end phase. */
static inline void spend(Character *character, Mask slot) { character->due |= slot & having(character, LIMITED); }

/* Leave a blank. */
static ALWAYS_INLINE void leave_blank(Battle *b, Character *character, int slot)
{
    const Skill *skill = &b->skills->skill[character->kind[slot]];

    put(character, b->skills, slot, 0);
    character->hit &= ~((Mask)1 << slot);
    character->due &= ~((Mask)1 << slot);
    apply(b, character, skill, DESTROYED, false);  /* however it went (R31) */
}

/* Destroy these skills of one side at one moment; +硬 falls instead of what is on its left. From the left, so that a
 * +硬 is asked before it goes itself; of one that has fallen already a blank is left, and no more can go. */
static void destroy(Battle *b, Character *character, Mask slots, bool at_the_end)
{
    for (; slots; slots &= slots - 1) {
        Mask slot = lowest(slots);

        character->hit &= ~slot;
        if (helped_by(character, RULE + FALLS_INSTEAD) & slot) {
            if (at_the_end)
                character->due &= ~slot;  /* as good as new; saved from damage it stays due */
            leave_blank(b, character, slot_of(slot) + 1);
        } else {
            leave_blank(b, character, slot_of(slot));
        }
    }
}

/* --- damage --------------------------------------------------------------------------------------- */

/* The first of these slots, so many of them. */
static inline Mask first_of(Mask slots, int count)
{
    Mask left = slots;

    for (; count > 0 && left; count--)
        left &= left - 1;
    return slots & ~left;
}

/* The row as it would be if it began so many slots later. */
static inline Mask rotated(Mask slots, int by) { return (slots | slots << SLOTS) >> by & ALL_SLOTS; }

/* The slot at which a skill in this one begins to hit; the plain hit has level 0 and begins before the head. */
static inline int aim_of(const Placed *it)
{
    return it->skill->aim == AT_OWN_LEVEL ? (it->slot + SLOTS) % SLOTS : 0;
}

/* A skill in use. */
typedef struct {
    Character *user;
    Placed it;
    int wrath;            /* how often its user had it by then */
    const Skill *fired;   /* the interceptor that it made fire */
} Use;

/* The interceptor fires. Its own damage makes nothing fire (R24). No-mind voids it (R19), barriers do not (R9). */
static void intercept(Battle *b, Use *use, const Placed *it, int attack_speed)
{
    Character *attacker = use->user, *owner = attacker->enemy;
    int points = points_of(b, owner, it, attack_speed);

    use->fired = it->skill;
    spend(owner, (Mask)1 << it->slot);
    if (!points || attacker->statuses[NO_MIND])
        return;
    if (it->skill->aim == AT_THE_ATTACK) {
        if (use->it.slot != PLAIN_HIT)  /* which cannot be hit (R18) */
            attacker->hit |= (Mask)1 << use->it.slot;
    } else {
        int from = aim_of(it);
        Mask hit = first_of(rotated(owned(attacker), from), points);
        attacker->hit |= rotated(hit, SLOTS - from);
    }
}

/* The damage of an attack skill, point by point, until an interceptor fires. */
static void deal_damage(Battle *b, Use *use)
{
    Character *enemy = use->user->enemy;
    const int points = points_of(b, use->user, &use->it, 0);
    const int speed = speed_of(b, use->user, &use->it, false);
    const int from = aim_of(&use->it);

    if (enemy->statuses[NO_MIND])
        return;
    if (enemy->statuses[BARRIER]) {  /* one stops all of it, whatever its points (R20) */
        enemy->statuses[BARRIER]--;
        return;
    }
    Mask hit = first_of(rotated(owned(enemy), from), points);
    Mask asked = rotated(interceptors(enemy), from) & hit;
    if (has(use->it.helper, RULE + HOLDS_BACK))
        asked &= asked - 1;  /* spent on one that is too slow, too */
    for (; asked; asked &= asked - 1) {
        Placed it = placed(b, enemy, (slot_of(asked) + from) % SLOTS);
        if (speed_of(b, enemy, &it, false) >= speed) {
            hit &= asked ^ (asked - 1);  /* what comes after it is spared */
            intercept(b, use, &it, speed);
            break;
        }
    }
    enemy->hit |= rotated(hit, SLOTS - from);
}

/* --- a phase in which somebody acts --------------------------------------------------------------- */

/* Phosphorescence: all statuses of both sides go, good ones too (R21). */
static void lift_all(Character *character)
{
    if (having(character, RULE + LIFTS_ALL)) {
        memset(character->statuses, 0, sizeof character->statuses);
        memset(character->enemy->statuses, 0, sizeof character->enemy->statuses);
    }
}

/* Use the skill in this slot: what is limited is spent, and so is what helps; an attack deals its damage. Where the use
 * is noted it stays: a copy so soon after its parts were written waits for all of them. */
static void use_skill(Battle *b, Character *character, int slot, Use *use)
{
    *use = (Use){.user = character, .it = placed(b, character, slot)};
    const Skill *helper = use->it.helper;
    bool attacks = has(use->it.skill, ATTACK);

    if (slot != PLAIN_HIT)
        spend(character, (Mask)1 << slot);
    if (helper->moments >> LEFT_USED & 1 || has(helper, RULE + HOLDS_BACK) ||
        (attacks && (helper->bonus_points || helper->bonus_speed)))
        spend(character, (Mask)2 << slot);
    if (attacks) {
        use->wrath = slot == PLAIN_HIT ? 0 : character->statuses[WRATH];
        deal_damage(b, use);
    }
}

/* One side or both use a skill: damage, then other effects, then everything hit is destroyed. */
static void act(Battle *b, Character *const acting[], int count)
{
    int slots[2], used = 0;
    Use uses[2];

    for (int i = 0; i < count; i++) {
        lift_all(acting[i]);
        slots[i] = selected(b, acting[i]);
    }
    for (int i = 0; i < count; i++)
        if (slots[i] != NO_SLOT)
            use_skill(b, acting[i], slots[i], &uses[used++]);
    for (int i = 0; i < used; i++) {  /* of the skills used, then of the interceptors that fired (R10, R17) */
        apply(b, uses[i].user, uses[i].it.skill, USED, uses[i].fired);
        apply(b, uses[i].user, uses[i].it.helper, LEFT_USED, false);
    }
    for (int i = 0; i < used; i++)
        if (uses[i].fired)
            apply(b, uses[i].user->enemy, uses[i].fired, USED, false);
    destroy(b, acting[0], acting[0]->hit, false);
    destroy(b, acting[0]->enemy, acting[0]->enemy->hit, false);
    for (int i = 0; i < used; i++)
        uses[i].user->statuses[WRATH] -= uses[i].wrath;  /* what came since stays (R2) */
}

/* --- rounds and phases ---------------------------------------------------------------------------- */

/* Whoever owns no skill has lost. If neither does, the attacker has; without one it is a draw. */
static bool is_over(Battle *b, enum reason reason, const Character *attacker)
{
    bool home = owned(&b->home), away = owned(&b->away);

    if (home && away)
        return false;
    if (home == away)
        b->outcome = !attacker ? DRAW : attacker == &b->home ? AWAY : HOME;
    else
        b->outcome = home ? HOME : AWAY;
    b->outcome |= reason << 2;
    return true;
}

static bool attack_phase(Battle *b, Character *attacker)
{
    act(b, (Character *const[]){attacker}, 1);
    return is_over(b, BY_ATTACK, attacker);
}

static bool simultaneous_phase(Battle *b)
{
    act(b, (Character *const[]){&b->home, &b->away}, 2);
    return is_over(b, BY_SIMULTANEOUS, NULL);
}

/* No-Mind and Initiative in the slot of this round take effect. */
static void start_phase(Battle *b, Character *character)
{
    const int slot = b->round - 1;
    const Skill *skill = &b->skills->skill[character->kind[slot]];

    if (skill->moments >> ROUND & 1) {
        spend(character, (Mask)1 << slot);
        apply(b, character, skill, ROUND, false);
    }
}

static int order_speed(const Battle *b, const Character *character)
{
    Mask slots = usable(b, character);

    if (!slots)
        return 0;
    Placed it = placed(b, character, slot_of(lowest(slots)));
    return speed_of(b, character, &it, true);
}

/* Who is first; NULL if both act at once. Stun comes before everything else (R28). */
static Character *order_phase(Battle *b)
{
    Character *home = &b->home, *away = &b->away;

    if (!home->statuses[STUN] != !away->statuses[STUN])
        return home->statuses[STUN] ? away : home;
    if (!home->statuses[INITIATIVE] != !away->statuses[INITIATIVE])
        return home->statuses[INITIATIVE] ? home : away;
    int ahead = order_speed(b, home) - order_speed(b, away);
    return ahead > 0 ? home : ahead < 0 ? away : NULL;
}

/* Who has a Chain Attack in the slot of this round attacks once more (R26). */
static bool chain_attacks(Battle *b)
{
    const Mask slot = (Mask)1 << (b->round - 1);
    bool home = having(&b->home, RULE + ATTACKS_AGAIN) & slot;
    bool away = having(&b->away, RULE + ATTACKS_AGAIN) & slot;

    if (home && away)
        return simultaneous_phase(b);
    if (home || away)
        return attack_phase(b, home ? &b->home : &b->away);
    return false;
}

/* What was marked, or is limited and used, at one moment (R12). */
static void destroy_marked_and_due(Battle *b, Character *character)
{
    Mask going = character->due;

    if (character->is_marked)
        for (Mask left = owned(character); left; left &= left - 1) {
            int kind = character->kind[slot_of(left)];
            if (character->marked[kind / 64] >> kind % 64 & 1)
                going |= lowest(left);
        }
    destroy(b, character, going, true);
}

/* Wasting: the first skill that is not Emptiness becomes it. */
static void waste(Battle *b, Character *character)
{
    Mask left = owned(character);

    while (left && character->kind[slot_of(left)] == b->skills->emptiness)
        left &= left - 1;
    if (left)
        put(character, b->skills, slot_of(left), b->skills->emptiness);
}

static bool end_phase(Battle *b)
{
    Character *const both[] = {&b->home, &b->away};

    for (int i = 0; i < 2; i++)
        both[i]->statuses[NO_MIND] = both[i]->statuses[INITIATIVE] = 0;
    for (int i = 0; i < 2; i++)
        destroy_marked_and_due(b, both[i]);
    for (int i = 0; i < 2; i++)
        if (both[i]->statuses[WASTING])
            waste(b, both[i]);
    return is_over(b, BY_END, NULL);
}

static void forget_marks(Character *character)
{
    if (character->is_marked) {
        character->is_marked = false;
        memset(character->marked, 0, sizeof character->marked);
    }
}

/* True when the battle is over. */
static bool play_round(Battle *b)
{
    const bool has_slot = b->round <= SLOTS;  /* none after the fifth (R32) */
    Character *first;

    forget_marks(&b->home);
    forget_marks(&b->away);
    if (has_slot) {
        start_phase(b, &b->home);
        start_phase(b, &b->away);
    }
    if ((first = order_phase(b)) ? attack_phase(b, first) || attack_phase(b, first->enemy)
                                 : simultaneous_phase(b))
        return true;
    return (has_slot && chain_attacks(b)) || end_phase(b);
}

/* --- the verdict ---------------------------------------------------------------------------------- */

/* How both stand after a round. */
typedef struct {
    uint8_t kind[2][8];
    int32_t statuses[2][STATUS_COUNT];
} Position;

static Position position_of(const Battle *b)
{
    const Character *const both[] = {&b->home, &b->away};
    Position position;

    for (int i = 0; i < 2; i++) {
        memcpy(position.kind[i], both[i]->kind, sizeof position.kind[i]);
        memcpy(position.statuses[i], both[i]->statuses, sizeof position.statuses[i]);
    }
    return position;
}

/* Round after round. What would never end is a draw (R35): from round 6 on, only the parity of the round matters. */
static int decide(Battle *b)
{
    Position position[LAST_ROUND];

    for (b->round = 1;; b->round++) {
        if (play_round(b))
            return b->outcome;
        if (b->round > SLOTS) {
            position[b->round - 1] = position_of(b);
            for (int earlier = b->round - 2; earlier > SLOTS; earlier -= 2)
                if (!memcmp(&position[earlier - 1], &position[b->round - 1], sizeof *position))
                    return DRAW | BY_LOOP << 2;
        }
        if (b->round == LAST_ROUND)
            return DRAW | BY_CAP << 2;
    }
}

static int play(const void *skills, const void *home, const void *away)
{
    Battle b = {.skills = skills, .home = *(const Character *)home, .away = *(const Character *)away};

    b.home.enemy = &b.away;
    b.away.enemy = &b.home;
    return decide(&b);
}

static void set_up(void *build, const void *skills, const uint8_t *kinds)
{
    for (int slot = 0; slot < SLOTS; slot++)
        put(build, skills, slot, kinds[slot]);
}

/* --- the table of skills -------------------------------------------------------------------------- */

static inline void add_trait(Skill *skill, int trait)
{
    skill->traits.word[trait / 8] |= (uint64_t)1 << trait % 8 * 8;
}

/* For each bit of the next number that is set, the trait that many places after `from`. */
static void read_traits(Reader *reader, Skill *skill, int from, int count)
{
    int bits = next_number(reader, 0, (1 << count) - 1);

    for (int i = 0; i < count; i++)
        if (bits >> i & 1)
            add_trait(skill, from + i);
}

/* Its base, how often LV and what X is added, and its floor. None is below 0 in the end. */
static void read_printed(Reader *reader, Number *number)
{
    number->base = (int16_t)next_number(reader, -MOST_POINTS, MOST_POINTS);
    number->levels = (int16_t)next_number(reader, -MOST_POINTS, MOST_POINTS);
    number->count = (uint8_t)next_number(reader, 0, COUNT_COUNT - 1);
    number->at_least = (int16_t)next_number(reader, 0, MOST_POINTS);
}

/* Its moment, verb, the verb's two numbers, constraint. What looks for a head does so while there is one. */
static void read_effect(Reader *reader, const Skills *skills, Effect *effect)
{
    effect->when = (uint8_t)next_number(reader, 0, WHEN_COUNT - 1);
    effect->verb = (uint8_t)next_number(reader, 0, VERB_COUNT - 1);
    bool gives = effect->verb == RECEIVE || effect->verb == INFLICT;
    bool changes = effect->verb == CHANGE_HEAD;
    effect->first = (int16_t)next_number(reader, changes, gives ? STATUS_COUNT - 1 : changes ? skills->kinds : 0);
    effect->second = (int16_t)next_number(reader, effect->verb == RECEIVE, effect->verb == RECEIVE ? MOST_POINTS : 0);
    effect->constraint = (uint8_t)next_number(reader, 0, CONSTRAINT_COUNT - 1);
    if (effect->when == DESTROYED && !gives)
        reader->failed = true;
}

/* Type, LIMITED, types it helps, aim, speed, whether it deals damage, points, bonus of points and speed, rules; how
 * many effects, and those. */
static void read_skill(Reader *reader, const Skills *skills, Skill *skill, Effect *pool, const Effect *end)
{
    add_trait(skill, next_number(reader, 0, TYPE_COUNT - 1));
    read_traits(reader, skill, LIMITED, 1);
    read_traits(reader, skill, HELPS, TYPE_COUNT);
    skill->aim = (uint8_t)next_number(reader, 0, AIM_COUNT - 1);
    read_printed(reader, &skill->speed);
    skill->damages = next_number(reader, 0, 1);
    read_printed(reader, &skill->points);
    skill->bonus_points = (int16_t)next_number(reader, 0, MOST_POINTS);
    skill->bonus_speed = (int16_t)next_number(reader, 0, MOST_POINTS);
    read_traits(reader, skill, RULE, RULE_COUNT);
    int count = next_number(reader, 0, UINT8_MAX);
    if (count > end - pool) {
        reader->failed = true;
        return;
    }
    skill->effect = pool;
    skill->effects = (uint8_t)count;
    for (Effect *effect = pool; effect < pool + count; effect++) {
        read_effect(reader, skills, effect);
        skill->moments |= (uint8_t)(1 << effect->when);
    }
}

/* How many skills, which of them are the plain hit and Emptiness; then each. */
static int read_skills(Reader *reader, void *table)
{
    Skills *skills = table;
    Effect *pool = skills->effect, *end = pool + MOST_EFFECTS;

    skills->kinds = next_number(reader, 1, MOST_KINDS);
    skills->plain_hit = next_number(reader, 1, skills->kinds);
    skills->emptiness = next_number(reader, 1, skills->kinds);
    for (int kind = 1; kind <= skills->kinds && !reader->failed; kind++) {
        read_skill(reader, skills, &skills->skill[kind], pool, end);
        pool += skills->skill[kind].effects;
    }
    return skills->kinds;
}

static const Game GAME = {
    .row = SLOTS,
    .least = SLOTS,
    .cards_size = sizeof(Skills),
    .build_size = sizeof(Character),
    .vocabulary = VOCABULARY,
    .read_cards = read_skills,
    .set_up = set_up,
    .play = play,
};
