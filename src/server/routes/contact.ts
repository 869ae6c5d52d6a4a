import { sendContact } from '../../contract/contact.ts';
import type { Routes } from '../http/context.ts';
import { mount } from '../http/mount.ts';
import { sendContactMessage } from '../services/contact/send.ts';

export const contactRoutes: Routes = (app) => {
  mount(
    app,
    sendContact,
    async ({ deps, body, visitor }) => {
      await sendContactMessage(deps, body, visitor);
      return { message: 'received' };
    },
    { limit: 'form-from' },
  );
};
