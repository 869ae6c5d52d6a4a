import { routes } from '#routes.ts';
import type { User } from '#shared/core/envelope.ts';
import { logOut, type Session } from './stores/session.ts';

const each = (name: string) => document.querySelectorAll<HTMLElement>(`[data-${name}]`);

function showText(name: string, text: string): void {
  for (const element of each(name)) element.textContent = text;
}

/** The bar is no island. It shows by this mark whether somebody is signed in, until then as the boot script guessed. */
export function markSession(session: Session): void {
  if (session.status === 'checking') return;
  const { dataset: page } = document.documentElement;
  if ('user' in session) page['session'] = 'in';
  else delete page['session'];
  markPerson('user' in session ? session.user : null);
}

/** Without a person, nothing of the last one stays in the menu. */
function markPerson(user: User | null): void {
  const { roles, first_name, last_name, email } = user ?? { roles: [], first_name: '', last_name: '', email: '' };
  const isStaff = roles.some((role) => routes.office.roles.includes(role));
  document.documentElement.dataset['roles'] = [...roles, ...(isStaff ? ['staff'] : [])].join(' ');
  showText('email', email);
  const initials = [first_name, last_name].map((name) => [...name.trim()][0] ?? '').join('');
  for (const element of each('initials')) element.dataset['initials'] = initials;
}

/** Shows how many notifications are unread. @param text the same in words */
export function markUnread(count: number, text: string): void {
  showText('unread', count > 99 ? '99+' : String(count));
  showText('unread-text', count > 0 ? text : '');
  for (const badge of each('unread')) badge.hidden = count === 0;
}

/** Somebody who views a trader's screens can't sign the trader out. */
export function markView(isViewing: boolean): void {
  document.documentElement.toggleAttribute('data-viewing', isViewing);
}

/** Makes the menu's button sign out; until then it is disabled. @returns what stops that */
export function connectSignOut(): () => void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('[data-sign-out]');
  const press = () => void logOut();
  for (const button of buttons) {
    button.addEventListener('click', press);
    button.disabled = false;
  }
  return () => {
    for (const button of buttons) {
      button.removeEventListener('click', press);
      button.disabled = true;
    }
  };
}
