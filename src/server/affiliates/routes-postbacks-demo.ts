import { html } from 'hono/html';
import { findRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { answerDemoPage } from '#server/core/http/plain-page.ts';
import { columnsOf } from '#server/messages/webhooks/outbox.ts';
import { decryptSecret } from '#server/messages/webhooks/secret.ts';
import { signWebhook } from '#server/messages/webhooks/sign.ts';
import { demoReceiverHost, type ReceivedPostback } from './ports/postback/demo-receiver.ts';

/** What a receiver with the affiliate's secret finds out about the signature. */
async function checkSignature(deps: Deps, { method, headers, body }: ReceivedPostback): Promise<string> {
  if (method === 'GET') return 'Unsigned: an address with names in braces is called with GET.';
  const id = headers['webhook-id'] ?? '';
  const message = await findRow(deps.db, 'postback', { id }, ['affiliate_id', 'audience']);
  const recipient = message && { audience: message.audience, personId: message.affiliate_id };
  const endpoint = recipient && (await findRow(deps.db, 'affiliate_endpoint', columnsOf(recipient)));
  if (!recipient || !endpoint) return 'Not verified: the address was removed since, and its secret with it.';
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const { 'webhook-signature': expected = '' } = signWebhook({ id, sentAt, body }, [
    decryptSecret(deps, recipient, endpoint.secret),
  ]);
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
    ? 'Signature verified with the current secret.'
    : 'Not verified: signed before the secret was replaced.';
}

/** The demo's own receiver of postbacks. It shows everyone's, so it exists only in the demo. */
export const postbacksDemoRoutes: Routes = ({ app, deps }) => {
  const { received } = deps.postbacks;
  if (!received) return;

  app.get('/dev/postbacks', async (c) => {
    const entries = received.map(
      async (each) => html`<section class="entry">
<h3>${each.method} ${each.url}</h3>
<p class="muted"><time datetime="${each.receivedAt.toISOString()}">${each.receivedAt.toISOString()}</time></p>
<p>${await checkSignature(deps, each)}</p>
<pre>${[...Object.entries(each.headers).map(([name, value]) => `${name}: ${value}`), '', each.body].join('\n')}</pre>
</section>`,
    );
    const about = `What was sent to https://${demoReceiverHost}/… since the server started, newest first. Save such an address in the affiliate area or the profile.`;
    const list = entries.length === 0 ? html`<p>Nothing yet.</p>` : html`${await Promise.all(entries)}`;
    return answerDemoPage(c, 'postbacks', about, list);
  });
};
