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
import { postbacksDemoRoutes } from '#server/affiliates/routes-postbacks-demo.ts';
import { billingRoutes } from '#server/billing/routes.ts';
import { contractCancellationRoutes } from '#server/billing/routes-contract-cancellation.ts';
import { sandboxRoutes } from '#server/billing/routes-sandbox.ts';
import { statementFormRoutes } from '#server/billing/routes-statement-form.ts';
import { webhooksRoutes } from '#server/billing/routes-webhooks.ts';
import { catalogRoutes } from '#server/catalog/routes.ts';
import { certificatesRoutes } from '#server/certificates/routes.ts';
import { copierRoutes } from '#server/copier/routes.ts';
import type { Deps } from '#server/core/deps.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { maxBodyBytes } from '#server/core/http/read-input.ts';
import { docsRoutes } from '#server/core/routes/docs.ts';
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
import { authenticatorDemoRoutes } from '#server/people/routes-authenticator-demo.ts';
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

export const mounts: readonly Routes[] = [
  docsRoutes,
  captchaRoutes,
  catalogRoutes,
  articlesRoutes,
  peopleRoutes,
  passwordRoutes,
  profileRoutes,
  securityRoutes,
  authenticatorDemoRoutes,
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
  postbacksDemoRoutes,
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

/** Bodies that may be longer than others', in bytes by path. */
export const bodyLimits: ReadonlyMap<string, number> = new Map([
  [`/api/${updateProfile.path}`, maxPictureBytes + maxBodyBytes],
  [`/api/${uploadDocument.path}`, maxDocumentBytes + maxBodyBytes],
  [`/api/${uploadRequestedDocument.path}`, maxDocumentBytes + maxBodyBytes],
  [`/api/${attachToTicket.path}`, maxDocumentBytes + maxBodyBytes],
  [`/api/${previewBankFile.path}`, maxBankFileBytes + maxBodyBytes],
  [`/api/${applyBankFile.path}`, maxBankFileBytes + maxBodyBytes],
  ['/api/bridge/events', maxDeliveryBytes],
]);

/** What areas want operators to know before it fails; each null if nothing. */
export const findWarnings: readonly ((deps: Deps) => string | null)[] = [findSanctionsWarning];
