import { atom } from 'nanostores';

/** Settings that people can switch on for themselves; all are off whenever the terminal opens. */
export const tradingSettings = ['oneClick', 'hotkeys'] as const;

export type TradingSetting = (typeof tradingSettings)[number];

/** Kept in memory only, so a reload or another tab starts with everything off. */
export const $tradingSettings = atom<Readonly<Record<TradingSetting, boolean>>>({ oneClick: false, hotkeys: false });

export const $settingQuestion = atom<TradingSetting | null>(null);

const confirmed = new Set<TradingSetting>();

/** Asks for confirmation once per session before switching on; switching off is immediate. */
export function switchSetting(setting: TradingSetting, isOn: boolean): void {
  if (isOn && !confirmed.has(setting)) $settingQuestion.set(setting);
  else $tradingSettings.set({ ...$tradingSettings.get(), [setting]: isOn });
}

export function answerSettingQuestion(isConfirmed: boolean): void {
  const setting = $settingQuestion.get();
  $settingQuestion.set(null);
  if (setting === null || !isConfirmed) return;
  confirmed.add(setting);
  switchSetting(setting, true);
}
