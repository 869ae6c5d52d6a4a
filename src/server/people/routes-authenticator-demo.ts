import { html } from 'hono/html';
import { decryptText } from '#server/core/encryption.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { answerDemoPage } from '#server/core/http/plain-page.ts';
import { appTime, secretContext } from './two-factor/check.ts';
import { codeAt } from './two-factor/totp.ts';

/** The demo's authenticator app. It shows everyone's codes, so it exists only in the demo. */
export const authenticatorDemoRoutes: Routes = ({ app, deps: { env } }) => {
  if (!env.demo || env.production) return;

  app.get('/dev/authenticator', async (c) => {
    const deps = c.get('deps');
    const { db, keys } = deps;
    const secrets = await db
      .selectFrom('two_factor')
      .innerJoin('person', 'person.id', 'person_id')
      .select(['email', 'secret', 'person_id', 'confirmed_at'])
      .orderBy('email')
      .execute();
    return answerDemoPage(
      c,
      'authenticator',
      'The current code of everyone who set up an authenticator app, or has begun to. Reload for the next one; each works once.',
      html`${secrets.length === 0 ? html`<p>Nobody has set one up yet: turn on two-step sign-in under Profile.</p>` : ''}
${secrets.map(
  ({ email, secret, person_id: id, confirmed_at }) => html`<section class="entry"><h3>${email}</h3>
<p><code>${codeAt(decryptText(keys, secretContext(id), secret), appTime(deps))}</code>${confirmed_at === null ? ' to finish the setup' : ''}</p></section>`,
)}`,
    );
  });
};
