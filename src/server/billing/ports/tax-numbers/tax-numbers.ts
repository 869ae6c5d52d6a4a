/** `id` proves that we asked; null if the register knows no VAT number of ours. */
export type VatAnswer =
  | { readonly status: 'valid'; readonly id: string | null }
  | { readonly status: 'invalid' }
  /** `reason` is the register's code. */
  | { readonly status: 'unavailable'; readonly reason: string };

export type TaxNumbers = {
  /** Asks the register of a VAT number as `readVatNumber` returns it. Never throws: an outage is an answer. */
  confirm(vatNumber: string): Promise<VatAnswer>;
  /** Whether it is a number of a vendor's test environment, whose check digits may be wrong. */
  isTestNumber(vatNumber: string): boolean;
};

/** Northern Ireland's numbers are British; its prefix XI is for goods. */
export const isBritish = (vatNumber: string) => /^(GB|XI)/.test(vatNumber);

const timeoutMs = 5_000;

/** @throws if there is no answer in time, or none in JSON */
export async function requestJson(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  return { status: answer.status, body: await answer.json() };
}
