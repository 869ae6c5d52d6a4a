import { sendContact } from '../../contract/contact.ts';
import type { Routes } from '../http/context.ts';
import { mount } from '../http/mount.ts';
import { submitContactMessage } from '../services/contact/submit-contact-message.ts';

export const contactRoutes: Routes = (app) => {
  mount(
    app,
    sendContact,
    async ({ deps, body, requestContext }) => {
      await submitContactMessage(deps, body, requestContext);
      return { message: 'received' };
    },
    { limit: 'form-from' },
  );
};
