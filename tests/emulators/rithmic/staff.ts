import type { DeskOrder } from '../desk.ts';
import type { Broker } from './broker.ts';

const states = { lock: 'locked', unlock: 'open', 'close-only': 'closing-only' } as const;
const lastPrice = ({ executions }: Broker, contract: string) =>
  executions.findLast(({ symbol }) => symbol === contract)?.price;

/** The broker as a desk that takes people's orders sees it. */
export function forDesk(broker: Broker) {
  return {
    accounts: () =>
      [...broker.accounts.values()].map(({ id, state }) => {
        const { net, balance } = broker.book(id);
        return { name: id, state, status: state, dollars: balance, positions: Object.fromEntries(net) };
      }),
    lastPrice: (contract: string) => lastPrice(broker, contract),
    trade: (account: string, { contract, action, qty, ...placed }: DeskOrder) =>
      void broker.trade({ ...placed, account, symbol: contract, side: action === 'Buy' ? 'buy' : 'sell' }, [qty]),
  };
}

/** What the broker's staff does by hand, because the vendor's interface can't. A lock closes the positions, as does a reset. */
export function createStaff(broker: Broker, open: (dollars: number) => string) {
  function flatten(account: string): void {
    for (const [symbol, quantity] of broker.book(account).net)
      if (quantity !== 0)
        broker.trade({ account, symbol, side: quantity > 0 ? 'sell' : 'buy', price: lastPrice(broker, symbol) ?? 0 }, [
          Math.abs(quantity),
        ]);
  }

  return (verb: string, name: string | undefined, dollars: number): string => {
    if (verb === 'open') return `${open(dollars)}: opened with ${dollars} dollars, and added to accounts.csv`;
    const account = name === undefined ? [...broker.accounts.values()].at(-1) : broker.accounts.get(name);
    if (!account) throw new Error(`no account ${name ?? 'is open yet'}`);
    const isReset = verb === 'reset';
    if (isReset || verb === 'lock') flatten(account.id);
    if (isReset) broker.move(account.id, account.start - broker.book(account.id).balance);
    else if (verb === 'move') broker.move(account.id, dollars);
    else if (!Object.hasOwn(states, verb)) throw new Error(`the broker doesn’t know “${verb}”`);
    account.state = isReset ? 'open' : (states[verb as keyof typeof states] ?? account.state);
    return `${account.id}: ${verb}, done`;
  };
}
