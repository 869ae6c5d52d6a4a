import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import { createAlertWatch } from '#server/monitoring/alerts/watch.ts';
import { runbookOf } from '#server/monitoring/ports/alerts/webhook.ts';

/** The longest that a rule waits, and the quiet time after which an alert is over. */
const forMs = 5 * minuteMs;

/** What an operator's receiver is sent about a server with a fault, of one alert. Time passes only for the watch. */
export function startOperator(deps: Deps, alert: string) {
  const told: string[] = [];
  let passedMs = 0;
  const now = () => new Date(deps.clock().getTime() + passedMs);
  const receiver = {
    async send(changed: readonly { readonly name: string; readonly endsAt: Date | null }[]) {
      for (const { name, endsAt } of changed) if (name === alert) told.push(endsAt === null ? 'fires' : 'is over');
    },
  };
  const watch = createAlertWatch(deps, receiver, now);
  const check = async () => {
    await watch.check();
    passedMs += forMs;
    await watch.check();
  };
  return {
    /** While the fault lasts. */
    async expectTold(): Promise<void> {
      await check();
      expect(told).toEqual(['fires']);
      expect(existsSync(runbookOf(alert))).toBe(true);
    },
    /** Once it is repaired. */
    async expectOver(): Promise<void> {
      await check();
      expect(told).toEqual(['fires', 'is over']);
    },
  };
}
