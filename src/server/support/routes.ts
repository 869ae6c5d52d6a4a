import type { AppContext } from '#server/core/http/context.ts';
import { sendMessage } from '#server/core/http/email-link-page.ts';
import { sendDownload } from '#server/core/http/file-headers.ts';
import { readLink } from '#server/core/http/link-query.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { readForm } from '#server/core/http/read-input.ts';
import * as calls from '#shared/support/contract.ts';
import * as articles from '#shared/support/contract-articles.ts';
import { sendContact } from '#shared/support/contract-contact.ts';
import { fetchFeatures, sendFeature, voteFeature } from '#shared/support/contract-features.ts';
import { getArticle, listArticleCategories, listArticles } from './articles/list-articles.ts';
import { listQuestions } from './articles/list-questions.ts';
import { listOwnClaims } from './claims.ts';
import { decideFeature, type FeatureForDecision, findForDecision } from './features/decide.ts';
import { listFeatures } from './features/list.ts';
import { submitFeatureRequest } from './features/submit-feature-request.ts';
import { voteForFeature } from './features/vote.ts';
import { voterOf } from './features/voter.ts';
import { closeOwnTicket } from './requester/close.ts';
import { describeTicket } from './requester/describe.ts';
import { listOwnTickets } from './requester/list.ts';
import { listSubjects } from './requester/list-subjects.ts';
import { openTicket } from './requester/open.ts';
import { submitContactMessage } from './requester/submit-contact-message.ts';
import { writeToTicket } from './requester/write.ts';
import { countUnansweredSearch } from './searches/count.ts';
import { attachFile } from './ticket/attach.ts';
import { getRequesterAttachment } from './ticket/read-attachment.ts';
import { getTicketRequester } from './ticket/requester.ts';

const cacheSeconds = 300;
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

export const supportRoutes: Routes = ({ mount, app, deps }) => {
  mount(articles.countSearch, ({ body, requestContext }) => countUnansweredSearch(deps, body, requestContext));
  mount(articles.fetchFaqs, ({ requestContext }) => listQuestions('faq', requestContext.locale), { cacheSeconds });
  mount(articles.fetchThorFaqs, ({ requestContext }) => listQuestions('thor-faq', requestContext.locale), {
    cacheSeconds,
  });
  mount(
    articles.fetchBlogs,
    async ({ requestContext: { locale } }) => ({ blogs: await listArticles(locale, deps.clock()) }),
    { cacheSeconds },
  );
  mount(
    articles.fetchBlog,
    async ({ params, requestContext: { locale } }) => ({ blog: await getArticle(params.id, locale, deps.clock()) }),
    { cacheSeconds },
  );
  mount(
    articles.fetchBlogCategories,
    async ({ requestContext: { locale } }) => ({ categories: await listArticleCategories(locale, deps.clock()) }),
    { cacheSeconds },
  );

  mount(
    sendContact,
    async ({ body, requestContext, findActor }) => submitContactMessage(deps, body, await findActor(), requestContext),
    { message: 'received' },
  );
  mount(calls.fetchTickets, async ({ actor }) => ({ tickets: await listOwnTickets(deps, actor) }));
  mount(calls.fetchClaims, async ({ actor }) => ({ claims: await listOwnClaims(deps, actor) }));
  mount(calls.fetchTicketSubjects, async ({ actor }) => ({ subjects: await listSubjects(deps, actor.personId) }));
  mount(calls.openTicket, ({ actor, body, idempotencyKey, requestContext }) =>
    openTicket(deps, actor, body, idempotencyKey, requestContext),
  );
  mount(calls.fetchTicket, async ({ token, query }) =>
    describeTicket(deps, await getTicketRequester(deps, token), query.ticketId),
  );
  mount(calls.replyTicket, async ({ token, body, idempotencyKey }) =>
    writeToTicket(deps, await getTicketRequester(deps, token), body, idempotencyKey),
  );
  mount(calls.closeTicket, async ({ token, body }) =>
    closeOwnTicket(deps, await getTicketRequester(deps, token), body.ticketId),
  );
  mount(calls.attachToTicket, async ({ token, body }) => ({
    attachment: await attachFile(deps, await getTicketRequester(deps, token), body.document),
  }));
  mount(calls.ticketAttachment, async ({ token, params }) => {
    const requester = await getTicketRequester(deps, token);
    return sendDownload(await getRequesterAttachment(deps, requester, params.attachmentId));
  });

  mount(fetchFeatures, async ({ query, findActor }) => ({
    features: await listFeatures(deps, voterOf(deps, await findActor(), query.browserSessionId)),
  }));
  mount(
    sendFeature,
    async ({ body, requestContext, findActor }) => submitFeatureRequest(deps, body, await findActor(), requestContext),
    { message: 'received' },
  );
  mount(voteFeature, async ({ body, requestContext, findActor }) =>
    voteForFeature(deps, body, await findActor(), requestContext),
  );
  app.get('/api/feature-requests/decide', async (c) => sendDecisionPage(c, await findForDecision(deps, readLink(c))));
  app.post('/api/feature-requests/decide', async (c) => {
    const form = await readForm(c);
    const given = readLink(c);
    if (form.status === 'approved' || form.status === 'declined') await decideFeature(deps, given, form.status);
    return sendDecisionPage(c, await findForDecision(deps, given));
  });
};
