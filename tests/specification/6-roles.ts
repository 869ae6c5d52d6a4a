import { departs, each, heldBy, isFor, type Statements } from './statement.ts';

export const roles: Statements = {
  'Visitors see public, checkout and signed-out screens and the listed withdrawals': heldBy(
    'stores/shell/session-routes',
    'every page opens for a * sign-in with * as specified',
  ),
  'Unverified people are redirected': heldBy('e2e/core/guards', '* in * admits or redirects a person who is *'),
  'Unverified people may open /login': departs('login'),
  ...each(
    'Only verified people use',
    [
      ...['/my-account', '/billing/history', '/withdrawal/history', '/withdrawal/history/certificate/{accountId}'],
      ...['/checkout-renew/{accountId}/{packageId}', '/checkout-reset/{accountId}/{packageId}', '/profile/edit'],
      ...['/checkout/funded/{id}/{packageId}/{rithimicUserId}', '/notifications', '/affiliate-dashboard'],
      ...['/checkout/performance-review/{packageId}/{accountId}', '/statistics', '/web-trading', '/risk-manager'],
    ],
    isFor('verified'),
  ),
  ...each('Only signed-out people use', ['/sign-in', '/register', '/forgot/password'], isFor('logged-out')),
  'The token is sent as a bearer on all calls': heldBy(
    'stores/shell/request',
    'sends what the page knows: the token, the language, the parameters',
  ),
  'The API decides who may make each call': heldBy('server/core/access-matrix', '%s refuses whom it must'),
  'Staff areas exist apart from the trader’s': heldBy('e2e/office/office', 'a role opens its own lists and no others'),
};
