import { changeRow, findRow, isNull, updateRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

/**
 * Sends a stored message once. The message is claimed first, so that concurrent runs don't both send it. If the process
 * dies, `reconcile-pushes` releases the claim and it is sent again with the same topic, which replaces the first.
 */
export async function sendPush(deps: Deps, messageId: string): Promise<void> {
  const claimed = await changeRow(
    deps.db,
    'push_message',
    { id: messageId, sent_at: isNull, claimed_at: isNull },
    { claimed_at: deps.clock() },
  );
  if (!claimed) return;
  const target = await findRow(deps.db, 'push_subscription', claimed.subscription_id, ['endpoint', 'p256dh', 'auth']);
  // The browser has unsubscribed, and its messages are gone.
  if (!target) return;
  let outcome: 'sent' | 'gone';
  try {
    outcome = await deps.push.send(target, { ...claimed.message, topic: topicOf(messageId) });
  } catch (error) {
    await updateRow(deps.db, 'push_message', messageId, { claimed_at: null });
    throw error;
  }
  if (outcome === 'gone') {
    await deps.db.deleteFrom('push_subscription').where('id', '=', claimed.subscription_id).execute();
    return;
  }
  await updateRow(deps.db, 'push_message', messageId, { sent_at: deps.clock() });
}

/** The topic: at most 32 characters of base64url (RFC 8030). */
function topicOf(messageId: string): string {
  return messageId.replace(/[^\w-]/g, '').slice(0, 32);
}
