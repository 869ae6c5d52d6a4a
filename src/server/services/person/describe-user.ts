import type { User } from '../../../contract/envelope.ts';
import type { Person } from './find-person.ts';

/**
 * The person in the specification's spelling, without server-only data. Until the address is verified, the caller may
 * be a stranger who registered it, so nothing about its owner is included.
 */
export function describeUser(person: Person): User {
  const isVerified = person.email_verified_at !== null;
  return {
    id: person.id,
    email: person.email,
    email_verified: person.email_verified_at === null ? 0 : 1,
    message_notification: person.unread_notifications,
    first_name: isVerified ? person.first_name : '',
    last_name: isVerified ? person.last_name : '',
    country: isVerified ? person.country : '',
    language: person.locale,
    time_zone: person.time_zone,
    picture: person.picture_version,
    two_factor: person.two_factor_at === null ? 0 : 1,
    roles: isVerified ? person.roles : [],
  };
}
