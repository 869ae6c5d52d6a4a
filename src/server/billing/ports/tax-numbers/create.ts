import type { PortContext } from '#server/core/deps.ts';
import { askHmrc } from './hmrc.ts';
import { sandboxTaxNumbers } from './sandbox.ts';
import { isBritish, type TaxNumbers } from './tax-numbers.ts';
import { askVies } from './vies.ts';

/** The registers of the EU and of Britain, or their test environments on a laptop. */
export function createTaxNumbers({ env: { vat }, log }: Pick<PortContext, 'env' | 'log'>): TaxNumbers {
  if (vat === undefined) return sandboxTaxNumbers;
  return {
    async confirm(vatNumber) {
      try {
        return await (isBritish(vatNumber) ? askHmrc : askVies)(vat, vatNumber);
      } catch (error) {
        log.warn({ err: error }, 'a register of VAT numbers did not answer');
        return { status: 'unavailable', reason: 'TIMEOUT' };
      }
    },
    isTestNumber: () => false,
  };
}
