import { useStore } from '@nanostores/react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import {
  $settingQuestion,
  $tradingSettings,
  answerSettingQuestion,
  switchSetting,
  tradingSettings,
} from './stores/settings.ts';
import { useTexts } from './texts.ts';

type SettingsDialogProps = { readonly open: boolean; readonly onClose: () => void; readonly onShowKeys: () => void };

/** One-click orders and hotkeys, each confirmed once before it is switched on. */
export function SettingsDialog({ open, onClose, onShowKeys }: SettingsDialogProps) {
  const { strings } = useTexts();
  const settings = useStore($tradingSettings);
  const question = useStore($settingQuestion);
  return (
    <>
      <Dialog
        open={open && question === null}
        onClose={() => question === null && $settingQuestion.get() === null && onClose()}
        title={strings.settings_title}
        closeLabel={strings.close}
        actions={<Button label={strings.keys} variant="outline" onClick={onShowKeys} />}
      >
        <p className="muted">{strings.settings_text}</p>
        {tradingSettings.map((setting) => (
          <Checkbox
            key={setting}
            label={strings[setting]}
            hint={strings[`${setting}_hint`]}
            checked={settings[setting]}
            onChange={({ target }) => switchSetting(setting, target.checked)}
          />
        ))}
      </Dialog>
      {question !== null && (
        <Dialog
          open
          onClose={() => answerSettingQuestion(false)}
          title={strings[`${question}_confirm`]}
          closeLabel={strings.close}
          actions={
            <>
              <Button label={strings.switch_on} onClick={() => answerSettingQuestion(true)} />
              <Button label={strings.leave_off} variant="outline" onClick={() => answerSettingQuestion(false)} />
            </>
          }
        >
          <p>{strings[`${question}_confirm_text`]}</p>
        </Dialog>
      )}
    </>
  );
}
