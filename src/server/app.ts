import { resolve } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { maxDeliveryBytes } from '#server/accounts/ports/platform/bridge-messages.ts';
import { accountsRoutes } from '#server/accounts/routes.ts';
import { alertsRoutes } from '#server/accounts/routes-alerts.ts';
import { bridgeRoutes } from '#server/accounts/routes-bridge.ts';
import { journalRoutes } from '#server/accounts/routes-journal.ts';
import { personalStopRoutes } from '#server/accounts/routes-personal-stop.ts';
import { simulatorRoutes } from '#server/accounts/routes-simulator.ts';
import { affiliatesRoutes } from '#server/affiliates/routes.ts';
import { affiliatesOfficeRoutes } from '#server/affiliates/routes-office.ts';
import { postbacksRoutes } from '#server/affiliates/routes-postbacks.ts';
import { billingRoutes } from '#server/billing/routes.ts';
import { contractCancellationRoutes } from '#server/billing/routes-contract-cancellation.ts';
import { sandboxRoutes } from '#server/billing/routes-sandbox.ts';
import { statementFormRoutes } from '#server/billing/routes-statement-form.ts';
import { webhooksRoutes } from '#server/billing/routes-webhooks.ts';
import { catalogRoutes } from '#server/catalog/routes.ts';
import { certificatesRoutes } from '#server/certificates/routes.ts';
import { copierRoutes } from '#server/copier/routes.ts';
import type { Deps } from '#server/core/deps.ts';
import { ServiceError } from '#server/core/errors.ts';
import type { App, AppEnv, OnUndeclaredError, Routes } from '#server/core/http/context.ts';
import { sendError } from '#server/core/http/envelope.ts';
import { answerPreflight, setHeaders } from '#server/core/http/headers.ts';
import { limitForms, limitPath } from '#server/core/http/limit-requests.ts';
import { limitTime, type StartTimer } from '#server/core/http/limit-time.ts';
import { logRequests } from '#server/core/http/log-requests.ts';
import { checkAllMounted } from '#server/core/http/mount.ts';
import { maxBodyBytes } from '#server/core/http/read-input.ts';
import { readRequestContext } from '#server/core/http/request-context.ts';
import { serveSite } from '#server/core/http/site.ts';
import { addReportRoutes } from '#server/core/routes/browser-reports.ts';
import { docsRoutes } from '#server/core/routes/docs.ts';
import { addHealthRoutes } from '#server/core/routes/health.ts';
import { addSecurityTxt } from '#server/core/routes/security-txt.ts';
import { addVitalsRoute } from '#server/core/routes/vitals.ts';
import { officeRoutes } from '#server/firm/office/routes.ts';
import { correctionsRoutes } from '#server/firm/office/routes-corrections.ts';
import { officeWorkRoutes } from '#server/firm/office/routes-work.ts';
import { announcementsRoutes } from '#server/messages/routes-announcements.ts';
import { mailboxRoutes } from '#server/messages/routes-mailbox.ts';
import { newsletterRoutes } from '#server/messages/routes-newsletter.ts';
import { monitoringRoutes } from '#server/monitoring/routes.ts';
import { ordersRoutes } from '#server/orders/routes.ts';
import { findSanctionsWarning } from '#server/payouts/payees/sanctions-warning.ts';
import { payoutsRoutes } from '#server/payouts/routes.ts';
import { annualStatementsRoutes } from '#server/payouts/routes-annual-statements.ts';
import { identityCheckDemoRoutes } from '#server/payouts/routes-identity-check-demo.ts';
import { payoutsOfficeRoutes } from '#server/payouts/routes-office.ts';
import { payoutsOfficeBatchesRoutes } from '#server/payouts/routes-office-batches.ts';
import { payeeFormsRoutes } from '#server/payouts/routes-payee-forms.ts';
import { payeesRoutes } from '#server/payouts/routes-payees.ts';
import { statisticsRoutes } from '#server/payouts/routes-statistics.ts';
import { peopleRoutes } from '#server/people/routes.ts';
import { captchaRoutes } from '#server/people/routes-captcha.ts';
import { passkeysRoutes } from '#server/people/routes-passkeys.ts';
import { passwordRoutes } from '#server/people/routes-password.ts';
import { profileRoutes } from '#server/people/routes-profile.ts';
import { securityRoutes } from '#server/people/routes-security.ts';
import { traderViewsRoutes } from '#server/people/routes-trader-views.ts';
import { staffRoutes } from '#server/people/staff/routes.ts';
import { reviewsRoutes } from '#server/reviews/routes.ts';
import { riskRoutes } from '#server/risk/routes.ts';
import { conductRoutes } from '#server/risk/routes-conduct.ts';
import { documentRequestsRoutes } from '#server/risk/routes-document-requests.ts';
import { statusRoutes } from '#server/status/routes.ts';
import { statusOfficeRoutes } from '#server/status/routes-office.ts';
import { supportRoutes } from '#server/support/routes.ts';
import { articlesRoutes } from '#server/support/routes-articles.ts';
import { contactRoutes } from '#server/support/routes-contact.ts';
import { featuresRoutes } from '#server/support/routes-features.ts';
import { supportOfficeRoutes } from '#server/support/routes-office.ts';
import { tradingRoutes } from '#server/trading/routes.ts';
import { marketRoutes } from '#server/trading/routes-market.ts';
import { maxDocumentBytes } from '#shared/core/document.ts';
import { applyBankFile, previewBankFile } from '#shared/payouts/contract-office-batches.ts';
import { uploadDocument } from '#shared/payouts/contract-payees.ts';
import { maxBankFileBytes } from '#shared/payouts/payment-files/bank-report.ts';
import { maxPictureBytes, updateProfile } from '#shared/people/contract-profile.ts';
import { uploadRequestedDocument } from '#shared/risk/contract-document-requests.ts';
import { attachToTicket } from '#shared/support/contract.ts';

const areas: readonly Routes[] = [
  docsRoutes,
  captchaRoutes,
  catalogRoutes,
  articlesRoutes,
  peopleRoutes,
  passwordRoutes,
  profileRoutes,
  securityRoutes,
  passkeysRoutes,
  ordersRoutes,
  correctionsRoutes,
  officeRoutes,
  officeWorkRoutes,
  payoutsOfficeRoutes,
  payoutsOfficeBatchesRoutes,
  riskRoutes,
  announcementsRoutes,
  annualStatementsRoutes,
  affiliatesRoutes,
  postbacksRoutes,
  affiliatesOfficeRoutes,
  billingRoutes,
  certificatesRoutes,
  webhooksRoutes,
  sandboxRoutes,
  accountsRoutes,
  bridgeRoutes,
  alertsRoutes,
  copierRoutes,
  journalRoutes,
  personalStopRoutes,
  marketRoutes,
  tradingRoutes,
  conductRoutes,
  documentRequestsRoutes,
  payeesRoutes,
  payeeFormsRoutes,
  identityCheckDemoRoutes,
  payoutsRoutes,
  statisticsRoutes,
  reviewsRoutes,
  mailboxRoutes,
  simulatorRoutes,
  newsletterRoutes,
  contactRoutes,
  supportRoutes,
  supportOfficeRoutes,
  statusRoutes,
  statusOfficeRoutes,
  contractCancellationRoutes,
  statementFormRoutes,
  featuresRoutes,
  traderViewsRoutes,
  staffRoutes,
  monitoringRoutes,
];

type Options = {
  /** The built site; `dist` by default. */
  readonly siteFolder?: string;
  /** Whether proxies should send visitors to other copies. */
  readonly isStopping?: () => boolean;
  /** For tests. */
  readonly startTimer?: StartTimer;
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
  app.use(setHeaders({ trustProxy: deps.env.trustProxy, siteOrigins }), limitPath);
  app.use('/api/*', logRequests, limitTime(options.startTimer), answerPreflight(siteOrigins), limitForms);
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
  addHealthRoutes(app, deps, { siteFolder, isStopping: options.isStopping, findWarnings: [findSanctionsWarning] });
  addReportRoutes(app, deps);
  addVitalsRoute(app, deps);
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
