import { departs, heldBy, type Statements } from './statement.ts';

const everyPage = heldBy('stores/shell/session-routes', 'every page opens for a * sign-in with * as specified');

export const states: Statements = {
  'A person is signed out, signed in unverified, or signed in verified': everyPage,
  'A sign-in stores a token that lives 700 minutes': heldBy(
    'stores/people/sign-in',
    'with the right password creates a session, without a toast',
  ),
  'The server ends a token after 700 minutes': heldBy(
    'server/people/sign-up',
    'a token expires after 700 minutes with a 498, and a missing token gets a 401',
  ),
  'A session id is fetched at the first visit': heldBy(
    'e2e/core/page-start',
    'a static page fetches a session id and removes an expired token',
  ),
  'An expired session cancels a request, removes the token and says so': heldBy(
    'stores/shell/session',
    'cancels a call %s and shows a message',
  ),
  'An expired token is removed at the start': heldBy(
    'e2e/core/guards',
    'an expired session is dropped on start without a message or a request',
  ),
  'A sign-out clears activityTime and the token, also when the server fails': heldBy(
    'e2e/core/guards',
    'signing out ends the session locally even if the server does not respond',
  ),
  'A sign-out ends the token on the server': heldBy(
    'server/people/sign-up',
    'signing out ends the token, and signing out again or without a token succeeds',
  ),
  'Code 498 signs out and leads home on every page': departs('invalid token'),
  'Code 498 on a protected screen shows a message, signs out and leads home': heldBy(
    'e2e/people/sign-up',
    'a token unknown to the server shows a message and then returns home',
  ),
  'Unverified people on protected screens go to /email/verification/{email}': everyPage,
  'Verified people on verification, sign-in and registration go to /my-account': everyPage,
  'Verifying the address signs the person in': heldBy(
    'server/people/sign-up',
    'a visitor registers, confirms the emailed code and is signed in',
  ),
  'Marking notices as read sets message_notification to 0': heldBy(
    'stores/messages/notifications',
    'shown notifications are marked as read, later ones aren’t, and the list still highlights new ones',
  ),
  'A profile update applies only to the person who is signed in': heldBy(
    'e2e/people/profile',
    'a response about another person changes nothing',
  ),
  'The profile loads at the start if there is a token': heldBy(
    'e2e/core/page-start',
    'the header of a static page links a signed-in person to their account',
  ),
  'The first loads of a screen are sent at its start': heldBy(
    'e2e/core/page-start',
    'an account screen’s first calls are sent once, while its scripts are loading',
  ),
  'A profile that can’t be loaded counts as signed out, without a message': everyPage,
  'A discount counts down days, hours, minutes and seconds': heldBy(
    'site/content',
    'the countdown shows the days, hours, minutes and seconds left',
  ),
  'A discount ends when its time has passed': heldBy(
    'server/catalog/discounts',
    'a discount started by staff appears in the ticker and the list until they end it or it expires',
  ),
  'The newsletter form is idle, submitting, succeeded or failed': heldBy(
    'stores/support/contact',
    'is emptied after a subscription',
  ),
  'The footer computes a countdown to October 22, 2025': departs('footer countdown'),
  'A loader flag clears after 1,000 ms': departs('artificial waits'),
};
