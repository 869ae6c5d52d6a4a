import { answer } from '#server/core/answer.ts';
import type { AppContext } from '#server/core/http/context.ts';
import { sendMessage } from '#server/core/http/email-link-page.ts';
import { readLink } from '#server/core/http/link-query.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { readForm } from '#server/core/http/read-input.ts';
import { fetchFeatures, sendFeature, voteFeature } from '#shared/support/contract-features.ts';
import { officeFeatureProgress } from '#shared/support/contract-office-features.ts';
import { decideFeature, type FeatureForDecision, findForDecision } from './features/decide.ts';
import { listFeatures } from './features/list.ts';
import { setFeatureProgress } from './features/set-progress.ts';
import { submitFeatureRequest } from './features/submit-feature-request.ts';
import { voteForFeature } from './features/vote.ts';
import { voterOf } from './features/voter.ts';

const states = { waiting: 'decide_waiting', approved: 'decide_approved', declined: 'decide_declined' } as const;

function sendDecisionPage(c: AppContext, feature: FeatureForDecision | undefined) {
  if (!feature) return sendMessage(c, { title: 'dead_title', text: 'dead_decide_text', status: 404 });
  const { title, message, status } = feature;
  return sendMessage(c, {
    title: 'decide_title',
    text: states[status],
    quote: [title, message],
    buttons: [
      ...(status === 'approved' ? [] : [{ label: 'decide_approve', name: 'status', value: 'approved' } as const]),
      ...(status === 'declined' ? [] : [{ label: 'decide_decline', name: 'status', value: 'declined' } as const]),
    ],
  });
}

export const featuresRoutes: Routes = ({ mount, app, deps }) => {
  mount(fetchFeatures, async ({ query, findActor }) => ({
    features: await listFeatures(deps, voterOf(deps, await findActor(), query.browserSessionId)),
  }));

  mount(sendFeature, async ({ body, requestContext, findActor }) => {
    await submitFeatureRequest(deps, body, await findActor(), requestContext);
    return answer({ message: 'received' });
  });

  mount(voteFeature, async ({ body, requestContext, findActor }) =>
    voteForFeature(deps, body, await findActor(), requestContext),
  );

  mount(officeFeatureProgress, ({ actor, body }) => setFeatureProgress(deps, actor, body));

  app.get('/api/feature-requests/decide', async (c) => sendDecisionPage(c, await findForDecision(deps, readLink(c))));
  app.post('/api/feature-requests/decide', async (c) => {
    const form = await readForm(c);
    const given = readLink(c);
    if (form.status === 'approved' || form.status === 'declined') await decideFeature(deps, given, form.status);
    return sendDecisionPage(c, await findForDecision(deps, given));
  });
};
