import type { Row } from '../core/answers.ts';
import { type Contracts, toTicks } from '../core/contracts.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Orders } from './orders.ts';

type Correction = { readonly sourceId: string; readonly at: number; readonly fill: object | null };

const retryMs = 5_000;

/** What changes a fill later: a bust, or another price or quantity. */
export function createCorrections({ clock, metrics, say }: CoreParts, contracts: Contracts, orders: Orders) {
  /** Reports whose contract is asked for. */
  const reading = new Set<{ readonly since: number }>();

  /** A bust may overtake the order, or be of an earlier session's. */
  const correct = (orderId: number, fillId: number, { sourceId, ...correction }: Correction) =>
    orders.whenKnown(orderId, fillId, () => {
      const event = { type: 'fill-correction', of: `fill-${fillId}`, ...correction };
      if (orders.pass(orderId, { sourceId, event })) metrics.count('corrections');
    });

  async function takeReport(report: Row): Promise<void> {
    const { execType, execRefId, id } = report;
    if (execType !== 'TradeCancel' && execType !== 'TradeCorrect') return;
    const [orderId, fillId] = [Number(report['orderId']), Number(execRefId)];
    const writtenAt = Date.parse(String(report['timestamp']));
    const base = { sourceId: `report-${id}`, at: Number.isNaN(writtenAt) ? clock.now() : writtenAt };
    if (execType === 'TradeCancel') return correct(orderId, fillId, { ...base, fill: null });
    const contract = await contracts.find(Number(report['contractId']));
    const priceTicks = contract && toTicks(contract.instrument, Number(report['lastPx']));
    if (priceTicks === null) {
      const value = `fill ${fillId}: ${report['action']} ${report['lastQty']} at ${report['lastPx']}`;
      return orders.passUnread(orderId, `correction ${id}`, value);
    }
    const side = report['action'] === 'Buy' ? 'buy' : 'sell';
    correct(orderId, fillId, { ...base, fill: { side, quantity: Number(report['lastQty']), priceTicks } });
  }

  function take(report: Row, since = clock.now()): void {
    const trying = { since };
    reading.add(trying);
    void takeReport(report)
      .catch(async (error) => {
        say(`report ${report['id']} will be tried again: ${error}`);
        await clock.sleep(retryMs);
        take(report, since);
      })
      .finally(() => reading.delete(trying));
  }

  return { correct, take, reading };
}

export type Corrections = ReturnType<typeof createCorrections>;
