import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { matchRoute } from '#routes.ts';
import { departs, each, heldBy, isFor, routeOf, type Statements } from './statement.ts';

const tail = '{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}';
const guards = heldBy('e2e/core/guards', '* in * admits or redirects a person who is *');
const links = (title: string) => heldBy('site/specified-links', title);

export const screens: Statements = {
  'Unknown paths redirect to the home page': departs('unknown paths'),
  'The page scrolls to the top 800 ms after a path change': departs('artificial waits'),
  'Header and footer are hidden on sign-in, registration, forgotten password and verification':
    departs('frame of sign-in'),
  'A loading screen shows until the session check ends': departs('loading screen'),
  ...each(
    'Everyone sees',
    [
      ...['/', '/extra', '/blog', '/blog/details/{name}/{id}', '/thor', '/performance-review', '/edge', '/cfd-futures'],
      ...['/instant-logger', '/merit-accounts', '/classic-accounts', '/ascension-accounts', '/premium-accounts'],
      ...['/evaluations', '/evaluations/{type}', '/evaluations/merit-accounts', '/contact', '/feature-request'],
      ...['/community', '/connection-guide', '/tickblaze-connection-guide', '/rtraderpro-connection-guide'],
      ...['/quantower-connection-guide', '/sierrachart-connection-guide', '/atas-connection-guide', '/terms'],
      ...['/billing-terms', '/privacy-policy', '/affiliate-program', '/thankyou', '/thankyou/thor', '/check-out'],
      ...['/faq', '/faq/category/', '/faq/category/{searchQuery}', '/faq/{categoryId}'],
      ...['/faq/detail/{categoryId}/{faqId}', '/thor/faq', '/thor/faq/category/', '/thor/faq/category/{searchQuery}'],
      ...['/thor/faq/{categoryId}', '/thor/faq/detail/{categoryId}/{faqId}', '/trailing-drawdown'],
    ],
    isFor('any'),
  ),
  'Everyone may open /login, whatever their session': departs('login'),
  'A visitor signs in at /login': heldBy(
    'e2e/people/password',
    '/login is public: it signs visitors in and redirects people who are already signed in',
  ),
  'The home page has the anchor #section-support': links('the home page has the anchor of the specification'),
  ...each('A guide connects', ['tickblaze', 'rtraderpro', 'quantower', 'sierrachart', 'atas'], (name) =>
    expect(readFileSync(`content/guides/en/${name}-connection-guide.md`, 'utf8').length).toBeGreaterThan(500),
  ),
  'The trailing drawdown is its own page signed out, and FAQ answer 1/22 signed in': heldBy(
    'e2e/core/page-start',
    'the trailing drawdown is a page of its own, and an FAQ answer for a signed-in person',
  ),
  ...each(
    'Signed-out people reach',
    [
      ...['/dashboard/withdrawal', '/dashboard/withdrawal/verification', '/withdrawal/request/submit'],
      '/dashboard/withdrawal/request-withdrawal/{rithmic_account_id}',
      '/dashboard/withdrawal/dxfeed/request-withdrawal/{dxfeed_account_id}',
    ],
    isFor('any'),
  ),
  ...each(
    'Only signed-out people see',
    [
      ...['/sign-in', '/register', '/forgot/password', '/forgot/password/email/verification/{token}/'],
      ...['/password/set/{email}/{code}/', '/withdrawal-req'],
    ],
    isFor('logged-out'),
  ),
  ...each(
    'A checkout for both states is',
    [
      ...['/check-out/{packageId}', '/check-out/thor/{packageId}', '/checkout/trial/{packageId}'],
      ...['/check-out/thor/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}', '/check-out/{status}/{email}'],
      ...['/checkout/trial/{packageId}/{status}', `/check-out/order/${tail}`, '/email/verification/{email}'],
    ],
    isFor('any'),
  ),
  ...each(
    'Only verified people see',
    [
      ...['/my-account', '/my-account/certificates', '/affiliate', '/affiliate-dashboard', '/statistics'],
      ...['/profile/edit', '/notifications', '/billing/history', '/billing/pending', '/withdrawal/history'],
      ...['/withdrawal/history/certificate/{accountId}', '/web-trading', '/risk-manager'],
      ...['/checkout-renew/{accountId}/{packageId}', '/checkout-renew/dxfeed/{accountId}/{packageId}'],
      ...['/checkout-reset/{accountId}/{packageId}', '/checkout-reset/dxfeed/{accountId}/{packageId}'],
      `/checkout-reset/order/{accountId}/${tail}`,
      `/checkout-reset/dxfeed/{accountId}/${tail}`,
      ...['/checkout-market/{packageId}', `/checkout-market/order/${tail}`, '/dxfeed/checkout-market/{packageId}'],
      ...['/dxfeed/checkout-market/free/{packageId}', `/dxfeed/checkout-market/order/${tail}`],
      '/checkout/funded/{id}/{packageId}/{rithimicUserId}',
      '/checkout/funded/dxfeed/{id}/{packageId}/{rithimicUserId}',
      '/checkout/performance-review/{packageId}/{accountId}',
      `/funded/checkout/order/{id}/${tail}`,
      ...['/billing/checkout/{id}/{packageId}', '/billing/checkout-market/{id}/{packageId}'],
      ...[`/billing/checkout/order/{id}/${tail}`, `/billing/checkout-market/order/{id}/${tail}`],
    ],
    isFor('verified'),
  ),
  'Each screen carries the pattern of its route': heldBy(
    'site/pages',
    'every screen carries its route pattern exactly as specified',
  ),
  'Screens of one state redirect people in another': guards,
  'The promotion link /evaluations/merit-accounts shows the Merit program': () =>
    expect(matchRoute('/evaluations/merit-accounts')?.params).toEqual({ type: 'merit-accounts' }),
  'The menus are Get Funded, Accounts, Ecosystem with Tools and Components, and Resources': links(
    'the menus link to what the specification lists, in its order',
  ),
  'Academy, press, shop and reviews open in new tabs': links(
    'the menus link to what the specification lists, in its order',
  ),
  'The header says Sign In to visitors': links(
    'the header leads to sign-in, the account, the languages and the search',
  ),
  'The header says My Account to signed-in people': heldBy(
    'e2e/core/page-start',
    'the header of a static page links a signed-in person to their account',
  ),
  'The header says My Account on login and checkout, also signed out': departs('header signed out'),
  'The language switch offers EN, FR and PT': links(
    'the header leads to sign-in, the account, the languages and the search',
  ),
  'The language switch keeps the page': heldBy(
    'e2e/core/header',
    'the menu works by touch, the language switch keeps the page, and a narrow phone fits all labels',
  ),
  'The search box goes to /faq/category/{search term}': heldBy(
    'e2e/core/header',
    'the header works by keyboard, and the search tolerates typos',
  ),
  'The home page shows a ticker while a discount applies, with title, offer, code and countdown': heldBy(
    'server/catalog/discounts',
    'a discount started by staff appears in the ticker and the list until they end it or it expires',
  ),
  'The footer’s columns are Powered By, Need help and Policies': links(
    'the footer links to what the specification lists',
  ),
  'The footer names the clearing provider': departs('clearing provider'),
  'Risk policy and terms of use both lead to /terms': links('the footer links to what the specification lists'),
  'Accepted Countries leads to /faq/detail/2/41': links('the footer links to what the specification lists'),
  'The footer has seven networks, the newsletter and the disclosures': links(
    'the footer names seven networks, takes newsletter addresses and discloses what the law asks',
  ),
  'The whole footer is on every screen': departs('personal footer'),
  'Content is styled before it is shown': heldBy('site/weight', 'a page waits for its stylesheets before it is shown'),
  'The admin area is for roles only': () => expect(routeOf('/admin')?.roles).toContain('admin'),
};
