import * as details from '../../contract/account-details.ts';
import { accountData, accountStream } from '../../contract/accounts.ts';
import { refundOrder } from '../../contract/admin.ts';
import { countLink } from '../../contract/affiliates.ts';
import {
  billingCalendar,
  billingCsv,
  billingPending,
  cancelContract,
  cancelSubscription,
  changeCard,
  documentFile,
  fetchDocument,
  myOrders,
} from '../../contract/billing.ts';
import type { Call } from '../../contract/call.ts';
import { sendContact } from '../../contract/contact.ts';
import * as content from '../../contract/content.ts';
import { fetchFeatures, sendFeature, voteFeature } from '../../contract/features.ts';
import {
  captchaChallenge,
  captchaConfig,
  checkAuth,
  countries,
  fetchSessionId,
  logout,
  register,
  resendEmail,
  setPassword,
  submitLogin,
  verifyEmail,
} from '../../contract/identity.ts';
import { subscribeNewsletter } from '../../contract/newsletter.ts';
import * as notifications from '../../contract/notifications.ts';
import { createOrder, orderResult, quoteOrder } from '../../contract/orders.ts';
import * as packages from '../../contract/packages.ts';
import { changePassword, submitForgotEmail, verifyForgotEmail } from '../../contract/password.ts';
import * as profile from '../../contract/profile.ts';
import * as security from '../../contract/security.ts';
import { accountStatistics, tradesFile } from '../../contract/statistics.ts';

/** Every call of the contract by area, for the description of the API and for tests that go through all of them. */
export const callsByArea: Readonly<Record<string, readonly Call[]>> = {
  Identity: [
    fetchSessionId,
    captchaConfig,
    captchaChallenge,
    countries,
    register,
    resendEmail,
    verifyEmail,
    submitLogin,
    checkAuth,
    setPassword,
    submitForgotEmail,
    verifyForgotEmail,
    changePassword,
    logout,
  ],
  Packages: [
    packages.fetchPackages,
    packages.fetchCategories,
    packages.fetchThorPackages,
    packages.fetchDiscount,
    packages.fetchPackageCoupons,
  ],
  Content: [
    content.fetchFaqs,
    content.fetchThorFaqs,
    content.fetchBlogs,
    content.fetchBlog,
    content.fetchBlogCategories,
  ],
  Profile: [
    profile.updateProfile,
    profile.profilePicture,
    profile.exportProfile,
    profile.deleteProfile,
    security.askEmailChange,
    security.confirmEmailChange,
    notifications.fetchNotifications,
    notifications.updateMessageStatus,
  ],
  Security: [
    security.confirmIdentity,
    security.fetchSessions,
    security.endSessionById,
    security.endOtherSessions,
    security.startTwoFactor,
    security.confirmTwoFactor,
    security.renewRecoveryCodes,
    security.endTwoFactor,
  ],
  Orders: [quoteOrder, createOrder, orderResult, myOrders],
  Accounts: [
    accountData,
    accountStream,
    details.accountDetails,
    details.accountFills,
    details.accountCredentials,
    details.breachReport,
    details.accountEventLog,
    details.disputeBreach,
    accountStatistics,
    tradesFile,
  ],
  Billing: [
    billingPending,
    cancelSubscription,
    changeCard,
    fetchDocument,
    documentFile,
    billingCsv,
    billingCalendar,
    cancelContract,
  ],
  Affiliates: [countLink],
  Operators: [refundOrder],
  Letters: [subscribeNewsletter, sendContact, fetchFeatures, sendFeature, voteFeature],
};

/** Answers that are not the envelope, with their media types. */
export const bareAnswers: Readonly<Record<string, string>> = {
  [captchaChallenge.name]: 'application/json',
  [profile.profilePicture.name]: 'image/webp',
  [accountStream.name]: 'text/event-stream',
  [details.accountEventLog.name]: 'text/plain',
  [tradesFile.name]: 'text/csv',
  [documentFile.name]: 'application/pdf',
  [billingCsv.name]: 'text/csv',
  [billingCalendar.name]: 'text/calendar',
};
