import { readCatalog } from '#content/catalog.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { type Chance, createChance } from './chance.ts';

/** Bank holidays are published for so long; a seed ends some months before. */
const [firstStart, lastStart] = [Date.UTC(2026, 2, 18), Date.UTC(2028, 7, 31)];

const { evaluations } = readCatalog().packages;

/** How someone trades: their result of a day in ticks of one ES contract, on an account of 50K. */
const skills = {
  steady: () => 84,
  good: (chance: Chance) => chance.between(60, 110),
  swinging: (chance: Chance) => chance.between(-110, 150),
  poor: (chance: Chance) => chance.between(-150, 60),
  reckless: (chance: Chance) => (chance.hits(0.2) ? -900 : chance.between(-20, 120)),
} as const satisfies Record<string, (chance: Chance) => number>;

/** What a seed is made of, besides its steps: each is missing in some seeds, so that it can't hide what another does. */
export type Options = ReturnType<typeof drawOptions>;

export function drawOptions(seed: number) {
  const chance = createChance(seed ^ 0x5eed);
  const names = Object.keys(skills) as (keyof typeof skills)[];
  const days = Math.floor((lastStart - firstStart) / dayMs);
  const people = Array.from({ length: 12 }, () => (chance.hits(0.4) ? 'steady' : chance.pick(names)));
  return {
    startAt: firstStart + chance.below(days) * dayMs + chance.between(0, 23) * hourMs,
    /** How often what others do fails while it is unreliable, how often it is, and how often a process ends. */
    failureShare: chance.pick([0.05, 0.15, 0.3]),
    unreliableShare: chance.pick([0, 0.1, 0.25]),
    stopShare: chance.pick([0, 0.05, 0.15]),
    /** Whether accounts are on our own simulated platform, with the terminal and the copier, or behind a bridge. */
    isSimulated: chance.hits(0.35),
    takesOrders: chance.hits(0.5),
    /** The platform that all accounts behind the bridge move to. */
    movesTo: chance.pick([null, 'rithmic', 'dxfeed'] as const),
    /** Whether a later release sells under later rules, and whether the database is restored from its backup. */
    isUpgraded: chance.hits(0.3),
    isRestored: chance.hits(0.3),
    clockGoesBack: chance.hits(0.3),
    /** Requests go to two processes in turn. */
    hasTwoProcesses: chance.hits(0.25),
    /** How many have a funded account and a winning week from the start. */
    funded: chance.between(2, 4),
    /** What the people buy who are there from the start. */
    evaluations: Array.from({ length: chance.between(1, 3) }, () => chance.pick(evaluations).id),
    /** How often the staff do in a day what waits for them. */
    diligence: chance.pick([0.2, 0.6, 0.9]),
    /** How much of each payment the firm returns, as it closes after two thirds of the steps; null if it stays open. */
    refundPercent: chance.hits(0.3) ? chance.pick([100, 100, 50, 33]) : null,
    resultTicks: (who: number, of: Chance) => skills[people[who % people.length] ?? 'steady'](of),
  };
}
