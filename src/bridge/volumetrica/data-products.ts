import type { DataProducts } from './settings.ts';

type Exchanges = Readonly<Record<string, DataProducts>>;

/** The numbers of the vendor's data products in packages of the site's catalog. */
export function productsOf(packages: readonly string[], exchanges: Exchanges): readonly number[] {
  const numbers = packages.flatMap((name) => {
    const [, exchange] = /^cme-professional:([A-Z]+)$/.exec(name) ?? [];
    if (exchange !== undefined) return exchanges[exchange] ? [exchanges[exchange].depth] : [];
    if (name === 'cme-top') return exchanges['CME'] ? [exchanges['CME'].top] : [];
    if (name === 'cme-all-depth') return Object.values(exchanges).map(({ depth }) => depth);
    // Also the add-on of an account's first month.
    return name === 'cme-all-top' || name === 'market-data' ? Object.values(exchanges).map(({ top }) => top) : [];
  });
  return [...new Set(numbers)].sort((left, right) => left - right);
}
