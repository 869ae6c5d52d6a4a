import { expect, test } from 'vitest';
import { createDeliveryQueue } from '#server/accounts/feed/delivery-queue.ts';

const lost = Object.assign(new Error('the connection was lost'), { code: '08006' });
const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });

/** Delivers for 20 accounts at once, while each attempt to store fails. @returns attempts, and the result of each */
async function deliver(error: Error) {
  let attempts = 0;
  const queue = createDeliveryQueue(async () => {
    attempts += 1;
    throw error;
  });
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => queue.add(`account-${index}`, [])));
  return { attempts, reasons: new Set(results.map((result) => result.status === 'rejected' && result.reason)) };
}

test('without a database, deliveries fail together instead of one after the other', async () => {
  expect(await deliver(lost)).toEqual({ attempts: 1, reasons: new Set([lost]) });
});

test('deliveries whose batch fails for another reason are each stored alone', async () => {
  expect(await deliver(deadlock)).toEqual({ attempts: 21, reasons: new Set([deadlock]) });
});
