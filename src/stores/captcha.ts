import { apiRoot } from '../client/api-root.ts';
import { captchaChallenge } from '../contract/identity.ts';

/** Where the widget asks for its challenge. */
export const captchaChallengeUrl = `${apiRoot}/${captchaChallenge.path}`;
