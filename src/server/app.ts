import { resolve } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { applyBankFile, previewBankFile } from '../contract/admin-payout-batches.ts';
import { uploadRequestedDocument } from '../contract/document-requests.ts';
import { uploadDocument } from '../contract/payees.ts';
import { maxPictureBytes, updateProfile } from '../contract/profile.ts';
import { attachToTicket } from '../contract/tickets.ts';
import { maxDocumentBytes } from '../domain/payee/documents.ts';
import { maxBankFileBytes } from '../domain/payment-file/bank-report.ts';
import type { Deps } from './deps.ts';
import { ServiceError } from './errors.ts';
import type { App, AppEnv, OnUndeclaredError, Routes } from './http/context.ts';
import { sendError } from './http/envelope.ts';
import { answerPreflight, setHeaders } from './http/headers.ts';
import { logRequests } from './http/log-requests.ts';
import { checkAllMounted } from './http/mount.ts';
import { maxBodyBytes } from './http/read-input.ts';
import { readRequestContext } from './http/request-context.ts';
import { serveSite } from './http/site.ts';
import { maxDeliveryBytes } from './ports/platform/bridge-messages.ts';
import { accountRoutes } from './routes/accounts.ts';
import { adminRoutes } from './routes/admin.ts';
import { adminAffiliateRoutes } from './routes/admin-affiliates.ts';
import { adminPayoutBatchRoutes } from './routes/admin-payout-batches.ts';
import { adminPayoutRoutes } from './routes/admin-payouts.ts';
import { adminStatusRoutes } from './routes/admin-status.ts';
import { adminTicketRoutes } from './routes/admin-tickets.ts';
import { affiliatePostbackRoutes } from './routes/affiliate-postbacks.ts';
import { affiliateRoutes } from './routes/affiliates.ts';
import { alertRoutes } from './routes/alerts.ts';
import { announcementRoutes } from './routes/announcements.ts';
import { annualStatementRoutes } from './routes/annual-statements.ts';
import { billingRoutes } from './routes/billing.ts';
import { addReportRoutes } from './routes/browser-reports.ts';
import { captchaRoutes } from './routes/captcha.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { certificateRoutes } from './routes/certificates.ts';
import { conductRoutes } from './routes/conduct.ts';
import { contactRoutes } from './routes/contact.ts';
import { contentRoutes } from './routes/content.ts';
import { contractCancellationFormRoutes } from './routes/contract-cancellation-form.ts';
import { copierRoutes } from './routes/copier.ts';
import { docsRoutes } from './routes/docs.ts';
import { documentRequestRoutes } from './routes/document-requests.ts';
import { featureRoutes } from './routes/features.ts';
import { addHealthRoutes } from './routes/health.ts';
import { identityRoutes } from './routes/identity.ts';
import { identityDemoRoutes } from './routes/identity-demo.ts';
import { journalRoutes } from './routes/journal.ts';
import { mailboxRoutes } from './routes/mailbox.ts';
import { marketRoutes } from './routes/market.ts';
import { newsletterRoutes } from './routes/newsletter.ts';
import { officeRoutes } from './routes/office.ts';
import { officeWorkRoutes } from './routes/office-work.ts';
import { orderRoutes } from './routes/orders.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { passwordRoutes } from './routes/password.ts';
import { payeeFormRoutes } from './routes/payee-forms.ts';
import { payeeRoutes } from './routes/payees.ts';
import { payoutStatisticsRoutes } from './routes/payout-statistics.ts';
import { payoutRoutes } from './routes/payouts.ts';
import { performanceReviewRoutes } from './routes/performance-reviews.ts';
import { personalStopRoutes } from './routes/personal-stop.ts';
import { platformRoutes } from './routes/platform.ts';
import { profileRoutes } from './routes/profile.ts';
import { riskRoutes } from './routes/risk.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { securityRoutes } from './routes/security.ts';
import { addSecurityTxt } from './routes/security-txt.ts';
import { staffRoutes } from './routes/staff.ts';
import { statusRoutes } from './routes/status.ts';
import { ticketRoutes } from './routes/tickets.ts';
import { traderViewRoutes } from './routes/trader-views.ts';
import { tradingRoutes } from './routes/trading.ts';
import { webhookRoutes } from './routes/webhooks.ts';

const areas: readonly Routes[] = [
  docsRoutes,
  captchaRoutes,
  catalogueRoutes,
  contentRoutes,
  identityRoutes,
  passwordRoutes,
  profileRoutes,
  securityRoutes,
  passkeyRoutes,
  orderRoutes,
  adminRoutes,
  officeRoutes,
  officeWorkRoutes,
  adminPayoutRoutes,
  adminPayoutBatchRoutes,
  riskRoutes,
  announcementRoutes,
  annualStatementRoutes,
  affiliateRoutes,
  affiliatePostbackRoutes,
  adminAffiliateRoutes,
  billingRoutes,
  certificateRoutes,
  webhookRoutes,
  sandboxRoutes,
  accountRoutes,
  alertRoutes,
  copierRoutes,
  journalRoutes,
  personalStopRoutes,
  marketRoutes,
  tradingRoutes,
  conductRoutes,
  documentRequestRoutes,
  payeeRoutes,
  payeeFormRoutes,
  identityDemoRoutes,
  payoutRoutes,
  payoutStatisticsRoutes,
  performanceReviewRoutes,
  mailboxRoutes,
  platformRoutes,
  newsletterRoutes,
  contactRoutes,
  ticketRoutes,
  adminTicketRoutes,
  statusRoutes,
  adminStatusRoutes,
  contractCancellationFormRoutes,
  featureRoutes,
  traderViewRoutes,
  staffRoutes,
];

type Options = {
  /** The built site; `dist` by default. */
  readonly siteFolder?: string;
  /** Logs a warning by default; the error itself is still sent. */
  readonly onUndeclaredError?: OnUndeclaredError;
};

/** The HTTP parser enforces a declared length, so only bodies without one are counted while they are read. */
function limitBody(maxSize: number): MiddlewareHandler<AppEnv> {
  const refuse = (): never => {
    throw new ServiceError(400, 'body_large');
  };
  const countBytes = bodyLimit({ maxSize, onError: refuse });
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const length = c.req.header('content-length');
    // Counting builds a whole Request from the socket, which costs more than most calls themselves.
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countBytes(c, next);
    return Number(length) > maxSize ? refuse() : next();
  };
}

/** The whole server without a socket; tests use `app.request`. */
export function createApp(deps: Deps, options: Options = {}): App {
  const app: App = new Hono<AppEnv>();
  const onUndeclaredError: OnUndeclaredError =
    options.onUndeclaredError ??
    (({ name }, { code }) =>
      deps.log.warn({ call: name, code }, 'a call returned an error code its contract doesn’t declare'));
  const siteOrigins = [new URL(deps.catalog.site.url).origin, deps.env.origin];
  app.use(async (c, next) => {
    c.set('deps', deps);
    c.set('onUndeclaredError', onUndeclaredError);
    c.set('requestContext', readRequestContext(c, deps.env));
    await next();
  });
  app.use(setHeaders({ trustProxy: deps.env.trustProxy, siteOrigins }));
  app.use('/api/*', logRequests, answerPreflight(siteOrigins));
  const [limitDefault, limitPicture] = [limitBody(maxBodyBytes), limitBody(maxPictureBytes + maxBodyBytes)];
  const limitDocument = limitBody(maxDocumentBytes + maxBodyBytes);
  const limitsByPath = new Map([
    [`/api/${updateProfile.path}`, limitPicture],
    [`/api/${uploadDocument.path}`, limitDocument],
    [`/api/${uploadRequestedDocument.path}`, limitDocument],
    [`/api/${attachToTicket.path}`, limitDocument],
    [`/api/${previewBankFile.path}`, limitBody(maxBankFileBytes + maxBodyBytes)],
    [`/api/${applyBankFile.path}`, limitBody(maxBankFileBytes + maxBodyBytes)],
    ['/api/bridge/events', limitBody(maxDeliveryBytes)],
  ]);
  app.use('/api/*', (c, next) => (limitsByPath.get(c.req.path) ?? limitDefault)(c, next));
  const siteFolder = options.siteFolder ?? resolve('dist');
  addHealthRoutes(app, deps, siteFolder);
  addReportRoutes(app, deps);
  addSecurityTxt(app, deps);
  for (const addRoutes of areas) addRoutes(app, deps);
  checkAllMounted(app);
  app.all('/api/*', () => {
    throw new ServiceError(404, 'no_such_call');
  });
  app.all('/api', (c) => c.redirect('/api/docs', 302));
  serveSite(app, siteFolder);
  app.onError((error, c) => sendError(c, error));
  return app;
}
