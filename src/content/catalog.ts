import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import type { AccountRules } from '#shared/accounts/model.ts';
import type { Program, Size } from '#shared/catalog/programs.ts';
import type { PayoutTerms } from '#shared/payouts/quote-shape.ts';
import { readCalendar } from './calendar.ts';
import {
  cannedRepliesSchema,
  countriesSchema,
  couponsSchema,
  discountsSchema,
  packagesSchema,
  payoutAccountSchema,
  payoutsSchema,
  remediesSchema,
  rulesSchema,
  supportSchema,
} from './catalog-schemas.ts';
import { readConsumerRights } from './consumer-rights.ts';
import { ContentError, readYaml } from './content-error.ts';
import { readInstruments } from './instruments.ts';
import { sellerObligationsSchema } from './seller-schemas.ts';
import { siteSchema } from './site-schema.ts';
import { exchangeRatesSchema, taxesSchema, taxFormsSchema } from './tax-schemas.ts';
import { readDated } from './versioned-text.ts';

export type { Program, Size };
export type Site = z.infer<typeof siteSchema>;
export type Packages = z.infer<typeof packagesSchema>;
export type EvaluationPackage = Packages['evaluations'][number];
export type AffiliateTerms = Packages['affiliate'][string];
export type PayoutVersion = z.infer<typeof payoutsSchema>['versions'][string];
export type AccountPayoutTerms = Omit<
  PayoutVersion,
  'winningDays' | 'bufferCents' | 'capsCents' | 'programBestDayShareBps' | 'repeatsLastCap'
> &
  PayoutTerms & {
    /** By payout number; the last one applies to all later payouts, and is 0 if there are none. */
    readonly capsCents: readonly number[];
  };
export type Discounts = z.infer<typeof discountsSchema>;
export type Countries = z.infer<typeof countriesSchema>;
export type RulesDocument = z.infer<typeof rulesSchema>;

export type Catalog = Readonly<ReturnType<typeof readCatalog>>;

/** Reads one catalog file. @throws {ContentError} with the file, the line and what is expected */
function readCatalogFile<Schema extends z.ZodType>(folder: string, file: string, schema: Schema): z.infer<Schema> {
  return readYaml(readFileSync(resolve(folder, file), 'utf8'), `content/${file}`, schema);
}

function listVersions(folder: string): readonly string[] {
  return readdirSync(resolve(folder, 'catalog/rules')).map((file) => file.replace(/\.yaml$/, ''));
}

/** The first payout term that an account on sale needs and a version doesn't have. */
function findMissingTerms(terms: PayoutVersion | undefined, program: Program, size: Size) {
  if (terms?.winningDays[program] === undefined) return { field: 'winningDays', name: program };
  if (terms.capsCents[size] === undefined) return { field: 'capsCents', name: size };
  const { bufferCents } = terms;
  if (typeof bufferCents === 'number' || bufferCents[program]?.[size] !== undefined) return undefined;
  return { field: 'bufferCents', name: `${program} ${size}` };
}

export function readCatalog(folder = resolve('content'), versions = listVersions(folder)) {
  const packages = readCatalogFile(folder, 'catalog/packages.yaml', packagesSchema);
  const rules = Object.fromEntries(
    versions.map((version) => [version, readCatalogFile(folder, `catalog/rules/${version}.yaml`, rulesSchema)]),
  );
  const { rulesVersion } = packages;
  if (!rules[rulesVersion])
    throw new ContentError([
      `content/catalog/packages.yaml: rulesVersion is ${rulesVersion}, but catalog/rules/${rulesVersion}.yaml doesn’t exist: add it or change rulesVersion`,
    ]);
  const { versions: payouts, ...aboutPayouts } = readCatalogFile(folder, 'catalog/payouts.yaml', payoutsSchema);
  const missingVersion = versions.find((version) => payouts[version] === undefined);
  if (missingVersion !== undefined)
    throw new ContentError([
      `content/catalog/payouts.yaml: catalog/rules/${missingVersion}.yaml exists, but versions has no ${missingVersion}: add its payout terms`,
    ]);
  for (const { id, program, size } of [...packages.evaluations, packages.trial]) {
    if (!rules[rulesVersion]?.programmes[program]?.[size])
      throw new ContentError([
        `content/catalog/rules/${rulesVersion}.yaml: ${id} is on sale, but there are no rules for ${program} ${size}: add them, or publish the next version with them`,
      ]);
    const missing = findMissingTerms(payouts[rulesVersion], program, size);
    if (missing !== undefined)
      throw new ContentError([
        `content/catalog/payouts.yaml: ${id} is on sale, but ${missing.field} of ${rulesVersion} has no ${missing.name}: add it`,
      ]);
  }
  const agreement = 'legal/en/affiliate-agreement.md';
  const { version: affiliateVersion } = readDated(readFileSync(resolve(folder, agreement), 'utf8'), agreement);
  if (!packages.affiliate[affiliateVersion])
    throw new ContentError([
      `content/catalog/packages.yaml: affiliate has no version ${affiliateVersion}, which content/${agreement} is: add its terms`,
    ]);
  return {
    site: readCatalogFile(folder, 'site.yaml', siteSchema),
    packages,
    affiliateVersion,
    /** What a dollar is about worth. */
    exchangeRates: readCatalogFile(folder, 'catalog/exchange-rates.yaml', exchangeRatesSchema),
    /** What a seller owes by its own country's law, and whom it names where it sells. */
    sellerObligations: readCatalogFile(folder, 'catalog/seller-obligations.yaml', sellerObligationsSchema),
    discounts: readCatalogFile(folder, 'catalog/discounts.yaml', discountsSchema),
    coupons: readCatalogFile(folder, 'catalog/coupons.yaml', couponsSchema).coupons,
    /** The taxes that prices contain, by territory, and who owes them. */
    taxes: readCatalogFile(folder, 'catalog/taxes.yaml', taxesSchema),
    /** Year → the amount from which a US person's compensation is reported. */
    taxForms: readCatalogFile(folder, 'catalog/tax-forms.yaml', taxFormsSchema),
    cannedReplies: readCatalogFile(folder, 'canned-replies.yaml', cannedRepliesSchema).replies,
    /** The terms promised on the support page. */
    support: readCatalogFile(folder, 'catalog/support.yaml', supportSchema),
    remedies: readCatalogFile(folder, 'catalog/remedies.yaml', remediesSchema),
    /** Rules version → payout terms. */
    payouts,
    /** The minimum number of payouts before statistics are published. */
    payoutStatistics: aboutPayouts.statistics,
    /** What traders without an edge may draw of what they pay. */
    payoutEconomics: aboutPayouts.economics,
    /** What is approved without a person. */
    payoutsByRule: aboutPayouts.byRule,
    payoutAccount: readCatalogFile(folder, 'catalog/payout-account.yaml', payoutAccountSchema),
    /** ISO 3166-1 codes whose residents can't open an account. */
    countries: readCatalogFile(folder, 'catalog/countries.yaml', countriesSchema),
    consumerRights: readConsumerRights(folder),
    /** Contract specifications and our commissions; `npm run build` compiles them for the engine. */
    instruments: readInstruments(folder),
    /** The exchange's holidays; `npm run build` compiles them for the engine. */
    calendar: readCalendar(folder),
    rules,
  };
}

let cached: Catalog | undefined;

export function getCatalog(): Catalog {
  cached ??= readCatalog();
  return cached;
}

export function findEvaluation(catalog: Catalog, packageId: string): EvaluationPackage | undefined {
  return catalog.packages.evaluations.find((entry) => entry.id === packageId);
}

/** @throws if the version, program or size was never published */
export function getAccountRules(catalog: Catalog, version: string, program: Program, size: Size): AccountRules {
  const rules = catalog.rules[version]?.programmes[program]?.[size];
  if (!rules) throw new Error(`No rules ${version} for ${program} ${size}`);
  return rules;
}

/** The payout terms of a version, by default the one on sale. @throws if it was never published */
export function getPayoutVersion(catalog: Catalog, version = catalog.packages.rulesVersion): PayoutVersion {
  const payouts = catalog.payouts[version];
  if (!payouts) throw new Error(`No payout terms for rules ${version}`);
  return payouts;
}

/**
 * The terms of a version of the affiliate agreement, by default of the one in force.
 * @throws if the version was never published
 */
export function getAffiliateTerms({ packages, affiliateVersion }: Catalog, version = affiliateVersion): AffiliateTerms {
  const terms = packages.affiliate[version];
  if (!terms) throw new Error(`No terms of version ${version} of the affiliate agreement`);
  return terms;
}

/** The payout terms of an account. @throws if the version was never published or has no buffer for it */
export function getPayoutTerms(
  catalog: Catalog,
  version: string,
  { program, size }: { readonly program: Program; readonly size: Size },
): AccountPayoutTerms {
  const published = getPayoutVersion(catalog, version);
  const { bufferCents, capsCents, programBestDayShareBps, repeatsLastCap, winningDays, ...terms } = published;
  const days = winningDays[program];
  if (days === undefined) throw new Error(`No payout terms ${version} for ${program}`);
  const buffer = typeof bufferCents === 'number' ? bufferCents : bufferCents[program]?.[size];
  if (buffer === undefined) throw new Error(`No payout buffer of ${version} for ${program} ${size}`);
  const caps = capsCents[size];
  if (!caps) throw new Error(`No payout caps of ${version} for ${size}`);
  return {
    ...terms,
    bestDayShareBps: programBestDayShareBps[program] ?? terms.bestDayShareBps,
    winningDays: days,
    bufferCents: buffer,
    capsCents: repeatsLastCap ? caps : [...caps, 0],
  };
}
