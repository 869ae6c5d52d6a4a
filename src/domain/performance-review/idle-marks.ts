import { type AccountEvent, signedQuantity } from '../account/events.ts';

/** Tells, event by event from the first, which matter: a price of a contract that isn't held changes nothing. */
export function createIdleMarkFilter(): (event: AccountEvent) => boolean {
  const held = new Map<string, number>();
  return (event) => {
    if (event.type === 'reset') held.clear();
    if (event.type !== 'fill' && event.type !== 'mark') return true;
    const contract = `${event.instrument} ${event.month}`;
    const quantity = held.get(contract) ?? 0;
    if (event.type === 'mark') return quantity !== 0;
    held.set(contract, quantity + signedQuantity(event));
    return true;
  };
}
