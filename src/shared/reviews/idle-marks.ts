import { type AccountEvent, signedQuantity } from '#shared/accounts/model.ts';
import { contractKey } from '#shared/exchange/contract-month.ts';

/** Returns a filter for events in order, from the first. It drops prices of contracts that aren't held. */
export function createIdleMarkFilter(): (event: AccountEvent) => boolean {
  const held = new Map<string, number>();
  return (event) => {
    if (event.type === 'reset') held.clear();
    if (event.type !== 'fill' && event.type !== 'mark') return true;
    const contract = contractKey(event);
    const quantity = held.get(contract) ?? 0;
    if (event.type === 'mark') return quantity !== 0;
    held.set(contract, quantity + signedQuantity(event));
    return true;
  };
}
