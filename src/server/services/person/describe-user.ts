import type { User } from '../../../contract/envelope.ts';
import type { Person } from './find-person.ts';

/** The person as the wire spells them: nothing that only the server should know. */
export function describeUser(person: Person): User {
  return {
    id: person.id,
    email: person.email,
    email_verified: person.email_verified_at === null ? 0 : 1,
    message_notification: person.unread_notifications,
    first_name: person.first_name,
    last_name: person.last_name,
    country: person.country,
    language: person.locale,
    picture: person.picture_version,
    two_factor: person.two_factor_at === null ? 0 : 1,
  };
}
