import type { FieldProps } from '#app/shell/use-form.ts';
import { PasswordInput } from '#ui/password-input.tsx';
import { useTexts } from './texts.ts';

type NewPasswordFieldsProps = { readonly field: (name: 'password' | 'confirm_password') => FieldProps };

export function NewPasswordFields({ field }: NewPasswordFieldsProps) {
  const { strings } = useTexts();
  const shared = {
    autoComplete: 'new-password',
    showLabel: strings.show_password,
    hidePasswordLabel: strings.hide_password,
  } as const;
  return (
    <>
      <PasswordInput {...field('password')} {...shared} label={strings.password} hint={strings.password_hint} />
      <PasswordInput {...field('confirm_password')} {...shared} label={strings.confirm_password} />
    </>
  );
}
