import { z } from 'zod';
import { pick } from '#lib/pick.ts';
import type { DrawdownFields } from '#shared/accounts/drawdown/drawdown-rule.ts';
import { type Drawdown, type DrawdownMode, drawdownModes, drawdownRules } from '#shared/accounts/drawdown/registry.ts';
import { affiliateTerms } from '#shared/affiliates/terms.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs, sizes } from '#shared/catalog/programs.ts';
import { addOns, billingIntervals, orderKinds } from '#shared/orders/types.ts';
import { payoutMethods } from '#shared/payouts/payees/destination.ts';
import { readIban } from '#shared/payouts/payees/iban.ts';
import { components } from '#shared/status/status.ts';
import { localizedText } from './localized-text.ts';

const cents = z.int().min(0);
const positiveCents = z.int().min(1);
const basisPoints = z.int().min(0).max(10_000);
const share = z.int().min(1).max(9_999);
const program = z.enum(programs);
const size = z.enum(sizes);
const platform = z.enum(platforms);
const billing = z.enum(['once', ...billingIntervals]);
/** YAML parses an unquoted date as a Date; both forms are accepted. */
const moment = z.coerce.date();

const drawdownFields = {
  maxLossCents: positiveCents,
  maxLossBps: share,
  lock: z.strictObject({ offsetCents: cents }).nullable(),
} satisfies Record<keyof DrawdownFields, z.ZodType>;

const schemaOf = (mode: DrawdownMode) =>
  z.strictObject({ mode: z.literal(mode), ...pick(drawdownFields, drawdownRules[mode].fields) });
const [firstMode, ...otherModes] = drawdownModes;
const drawdown = z.discriminatedUnion('mode', [
  schemaOf(firstMode),
  ...otherModes.map(schemaOf),
]) as unknown as z.ZodType<Drawdown>;

const dailyLoss = z.union([
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({ mode: z.enum(['soft', 'hard']), limitCents: positiveCents }),
  z.strictObject({ mode: z.enum(['soft', 'hard']), limitBps: share }),
]);

/** Each step is higher than the one before, and the account's own limit than the last. */
const contractSteps = z
  .array(z.strictObject({ belowProfitCents: z.int(), maxContracts: z.int().min(1) }))
  .min(1)
  .refine(
    (steps) =>
      steps.every((step, index) => {
        const before = steps[index - 1];
        return !before || (before.belowProfitCents < step.belowProfitCents && before.maxContracts < step.maxContracts);
      }),
    'steps rise in profit and in contracts',
  );

export const accountRulesSchema = z.strictObject({
  startingBalanceCents: positiveCents,
  drawdown,
  dailyLoss,
  targetCents: positiveCents.nullable(),
  minimumDays: z.int().min(0),
  consistencyBps: basisPoints.nullable(),
  maxContracts: z.int().min(1),
  contractSteps: contractSteps.optional(),
  payoutFloor: z.strictObject({ offsetCents: cents }).optional(),
  flatBy: z.strictObject({ before: z.enum(['close', 'weekend']), minutes: z.int().min(1).max(600) }).optional(),
  spreads: z.literal('refused').optional(),
});

export const rulesSchema = z.strictObject({
  version: z.string().regex(/^v\d+$/, 'a version is v and a number, as v2'),
  effectiveFrom: moment,
  /** A version lists the programs that were sold under it. */
  programmes: z.partialRecord(program, z.partialRecord(size, accountRulesSchema)),
});

const evaluation = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  program,
  size,
  billing,
  priceCents: positiveCents,
  resetPriceCents: positiveCents.nullable(),
  activationPriceCents: positiveCents.nullable(),
});

export const packagesSchema = z.strictObject({
  currency: z.literal('USD'),
  rulesVersion: z.string(),
  platforms: z.array(platform).min(1),
  evaluations: z.array(evaluation).min(1),
  programs: z.record(program, z.strictObject({ addOns: z.array(z.enum(addOns)), includedData: z.string().nullable() })),
  trial: z.strictObject({ id: z.string(), program, size, priceCents: cents, days: z.int().min(1) }),
  thor: z.array(z.strictObject({ id: z.string(), billing, priceCents: positiveCents, followers: z.int().min(1) })),
  performanceReview: z.strictObject({ id: z.string(), priceCents: positiveCents }),
  marketData: z.array(
    z.strictObject({
      id: z.string(),
      platforms: z.array(platform).min(1),
      audience: z.enum(['non-professional', 'professional']),
      billing,
      priceCents: cents,
      depth: z.boolean(),
      perExchange: z.boolean(),
      contains: z.array(z.string()),
    }),
  ),
  addOns: z.strictObject({
    'market-data': z.strictObject({ priceCents: positiveCents, dataPackage: z.string() }),
    'funded-reset': z.strictObject({ priceCents: positiveCents }),
  }),
  affiliate: z.record(z.string(), z.strictObject(affiliateTerms.shape)),
  accounts: z.strictObject({
    disputeDays: z.int().min(1),
    conductAnswerDays: z.int().min(1),
    conductReminderDays: z.int().min(1),
    inactivity: z
      .strictObject({ pauseDays: z.int().min(2), closeDays: z.int(), noticeDays: z.int().min(1) })
      .refine(({ pauseDays, closeDays, noticeDays }) => noticeDays < pauseDays && pauseDays + noticeDays < closeDays, {
        error: 'noticeDays must be fewer than pauseDays, and closeDays more than both together',
      }),
  }),
});

export const discountsSchema = z.strictObject({
  packageDiscount: z
    .strictObject({
      status: z.union([z.literal(0), z.literal(1)]),
      code: z.string().min(1),
      percentBps: basisPoints,
      programs: z.array(program).min(1),
      expiresAt: moment,
      title: localizedText,
      offer: localizedText.nullable(),
    })
    .nullable(),
});

/** Order kinds that have a price of their own. */
const orderKind = z.enum(orderKinds).exclude(['market-data-free', 'pending-bill', 'pending-data-bill']);

export const couponsSchema = z.strictObject({
  coupons: z.array(
    z
      .strictObject({
        code: z.string().regex(/^[A-Z0-9-]{3,40}$/, 'a code is capital letters and digits'),
        status: z.union([z.literal(0), z.literal(1)]),
        percentBps: basisPoints.optional(),
        amountCents: positiveCents.optional(),
        kinds: z.array(orderKind).min(1).nullable(),
        programs: z.array(program).min(1).nullable(),
        startsAt: moment.nullable(),
        expiresAt: moment.nullable(),
        uses: z.int().min(1).nullable(),
        oncePerPerson: z.boolean(),
      })
      .refine(
        ({ percentBps, amountCents }) => (percentBps === undefined) !== (amountCents === undefined),
        'a coupon takes off either percentBps or amountCents',
      ),
  ),
});

export const countriesSchema = z.strictObject({
  refused: z.array(z.string().regex(/^[A-Z]{2}$/, 'a country is two capital letters, as FR')),
  updatedAt: z.iso.date('a day in quotes, as "2026-11-21"'),
  regions: localizedText,
  sources: z.array(z.strictObject({ name: localizedText, url: z.url() })).min(1),
});

const payoutVersion = z.strictObject({
  winningDays: z.partialRecord(program, z.int().min(0)),
  winningDayMinimumCents: cents,
  bestDayShareBps: basisPoints,
  /** Of the programs whose share is another. */
  programBestDayShareBps: z.partialRecord(program, basisPoints).default({}),
  profitShareBps: basisPoints,
  /** One for all accounts, or one for each. */
  bufferCents: z.union([cents, z.partialRecord(program, z.partialRecord(size, cents))]),
  minimumCents: cents,
  split: z.strictObject({ traderBps: basisPoints, fullUntilCents: cents }),
  /** Like the rules, a version names the programs and sizes that were sold under it. */
  capsCents: z.partialRecord(size, z.array(positiveCents).min(1)),
  /** Whether the last cap also applies to all later payouts; if not, an account pays as often as it has caps. */
  repeatsLastCap: z.boolean().default(true),
  /** After how many payouts the reset bought for a funded account can be used. */
  fundedResetFromPayouts: z.int().min(0).default(0),
  reviewBusinessDays: z.int().min(1),
  /** Deadlines of the other stages in bank days, each counted from its start. */
  stageBankDays: z.strictObject({ requested: z.int().min(1), approved: z.int().min(1), sent: z.int().min(1) }),
  methods: z.array(z.enum(payoutMethods)).min(1),
  /** By method; one that came after the version costs nothing under it. */
  feesCents: z.partialRecord(z.enum(payoutMethods), cents),
  /** From this amount on, two people must approve. */
  twoApprovalsFromCents: positiveCents,
});

export const payoutsSchema = z.strictObject({
  statistics: z.strictObject({ minimumPaid: z.int().min(1), minimumPerMonth: z.int().min(1) }),
  /** What traders without an edge may draw of what they pay for an account on sale. */
  economics: z.strictObject({ maxTypicalBps: z.int().positive(), maxBestBps: z.int().positive() }),
  /** Up to this amount, a rule approves payouts whose checks are all green; 0 turns it off, or the promise. */
  byRule: z.strictObject({ upToCents: cents, sentWithinMinutes: z.int().min(0), creditCents: positiveCents }),
  versions: z.record(z.string(), payoutVersion),
});

/** The firm's account that payouts are paid from, as written in payment files. */
export const payoutAccountSchema = z.strictObject({
  name: z.string().min(1).max(70),
  town: z.string().min(1).max(35),
  country: z.string().regex(/^[A-Z]{2}$/, 'a country is two capital letters, as FR'),
  iban: z.string().refine((text) => 'iban' in readIban(text), 'not a valid IBAN'),
  bic: z.string().regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'a BIC has 8 or 11 characters'),
  /** What the bank expects if a payee gave no BIC: the text NOTPROVIDED, or no agent at all. */
  missingBic: z.enum(['not-provided', 'omit']),
  /** Whether the account is fictitious. A real deployment doesn't export files with it. */
  sample: z.boolean(),
});

const days = z.int().min(1);
export const supportSchema = z.strictObject({
  firstReplyBankDays: days,
  nextReplyBankDays: days,
  resolutionBankDays: days,
  closeAfterDays: days,
  reopenDays: days,
  guestLinkDays: days,
  attachmentDays: days,
  ticketDays: days,
  incidentAfterMinutes: z.int().min(1),
});

/** In the order of the page's table. */
const remedied = ['platforms', ...components, 'payouts'] as const;

const remediesVersion = z.strictObject({
  ...{ version: z.int(), effectiveFrom: moment, fromMinutes: z.int().min(1), daysFromMinutes: z.int().min(1) },
  // An outage of a component that came after the version gives nothing under it.
  gives: z.partialRecord(z.enum(remedied), z.array(z.enum(['position', 'days', 'order', 'credit', 'nothing'])).min(1)),
});

export const remediesSchema = z.strictObject({
  deadlineHours: days,
  maximumHours: days,
  byHand: z.strictObject({ upToCents: days, upToDays: days }),
  versions: z
    .array(remediesVersion)
    .min(1)
    .refine((all) => remedied.every((each) => all.at(-1)?.gives[each]), 'the newest version leaves out a component'),
});

export const cannedRepliesSchema = z.strictObject({
  replies: z.array(z.strictObject({ id: z.string().regex(/^[a-z-]+$/), title: localizedText, text: localizedText })),
});
