import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readEconomics } from '#content/economics.ts';
import {
  createTemplateVariables,
  replaceTemplateVariables,
  type TemplateVariables,
} from '#content/template-variables.ts';
import { textFolders } from '#content/work-tree.ts';
import { defaultLocale, locales } from '#i18n/locales.ts';
import type { Deps } from '#server/core/deps.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import type { officeCatalog } from '#shared/catalog/contract-office.ts';
import type { DataOf } from '#shared/core/call.ts';

type Catalog = DataOf<typeof officeCatalog>;

const pricesFile = 'content/catalog/packages.yaml';

/** Prices and rules as loaded at startup, and texts, each with the file it is in. */
export function readCatalog({ catalog }: Deps): Catalog {
  const variables = createTemplateVariables(catalog, defaultLocale);
  return {
    rulesVersion: catalog.packages.rulesVersion,
    prices: listPrices(catalog.packages),
    codes: listCodes(catalog),
    rules: listRules(catalog.rules),
    ...listEconomics(),
    texts: textFolders.flatMap((folder) => listTexts(folder, variables)),
  };
}

function listEconomics(): Pick<Catalog, 'economics' | 'traders'> {
  const { traders, rows } = readEconomics();
  return { traders, economics: [...rows] };
}

function listPrices(packages: Deps['catalog']['packages']): Catalog['prices'] {
  const { evaluations, trial, thor, performanceReview, marketData, addOns } = packages;
  const none = { resetPriceCents: null, activationPriceCents: null };
  const once = { ...none, billing: 'once' as const };
  const rows = [
    ...evaluations.map(({ id, billing, priceCents, resetPriceCents, activationPriceCents }) => ({
      ...{ id, billing, priceCents, resetPriceCents, activationPriceCents },
    })),
    { ...once, id: trial.id, priceCents: trial.priceCents },
    ...thor.map(({ id, billing, priceCents }) => ({ ...none, id, billing, priceCents })),
    { ...once, id: performanceReview.id, priceCents: performanceReview.priceCents },
    ...marketData.map(({ id, billing, priceCents }) => ({ ...none, id, billing, priceCents })),
    ...Object.entries(addOns).map(([id, { priceCents }]) => ({ ...once, id, priceCents })),
  ];
  return rows.map((row) => ({ file: pricesFile, ...row }));
}

function listCodes({ discounts: { packageDiscount }, coupons }: Deps['catalog']): Catalog['codes'] {
  type Offer = { readonly code: string; readonly percentBps?: number | undefined; readonly expiresAt: Date | null };
  const list = (file: string, codes: readonly Offer[]) =>
    codes.map(({ code, percentBps = null, expiresAt }) => ({
      ...{ file: `content/catalog/${file}.yaml`, code, percentBps },
      expiresAt: expiresAt?.getTime() ?? null,
    }));
  return [...list('discounts', packageDiscount ? [packageDiscount] : []), ...list('coupons', coupons)];
}

function listRules(rules: Deps['catalog']['rules']): Catalog['rules'] {
  return Object.entries(rules).flatMap(([version, { programmes }]) =>
    Object.entries(programmes).flatMap(([program, sizes]) =>
      Object.entries(sizes ?? {}).flatMap(([size, sizeRules]) =>
        sizeRules === undefined
          ? []
          : [
              {
                ...{ version, program: program as Catalog['rules'][number]['program'], size },
                ...describeRules(sizeRules),
                file: `content/catalog/rules/${version}.yaml`,
              },
            ],
      ),
    ),
  );
}

function describeRules(rules: AccountRules) {
  return {
    startingBalanceCents: rules.startingBalanceCents,
    drawdownMode: rules.drawdown.mode,
    maxLossCents: findMaxLoss(rules),
    dailyLossMode: rules.dailyLoss.mode,
    dailyLimitCents: findDailyLimit(rules),
    targetCents: rules.targetCents,
    minimumDays: rules.minimumDays === 0 ? null : rules.minimumDays,
    consistencyBps: rules.consistencyBps,
    maxContracts: rules.maxContracts,
  };
}

function listTexts(folder: string, variables: TemplateVariables): Catalog['texts'] {
  const languageFolder = (locale: string) => `content/${folder}/${locale}`;
  return readdirSync(languageFolder(defaultLocale))
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const file = `${languageFolder(defaultLocale)}/${name}`;
      const [, title] = /^(?:title|question): "?(.*?)"?$/m.exec(readFileSync(file, 'utf8')) ?? [];
      return {
        file,
        title: replaceTemplateVariables(title ?? name, variables, file),
        languages: locales.filter((each) => existsSync(`${languageFolder(each)}/${name}`)),
      };
    });
}
