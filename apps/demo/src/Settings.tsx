import { SETTINGS, type Setting } from './demoSettings.js';

/** Switches for what the page shows of Latchkit, stored in the page's query. */
export function Settings() {
  const { search } = location;
  return (
    <section className="settings" aria-labelledby="settings">
      <h3 id="settings">Settings</h3>
      <p>A change reloads the page. The page’s address keeps the settings.</p>
      {SETTINGS.map(setting => (
        <SettingRow key={setting.label} setting={setting} search={search} />
      ))}
      <a href="/">Reset</a>
    </section>
  );
}

function SettingRow({ setting, search }: { readonly setting: Setting; readonly search: string }) {
  const value = setting.read(search);
  const apply = (next: string) => {
    // A reload, unlike a navigation, preserves the scroll position. The focus must be stored.
    history.replaceState({ setting: setting.label }, '', setting.write(search, next));
    location.reload();
  };
  const wasChanged = history.state?.setting === setting.label;
  const takeFocus = (control: HTMLElement | null) => {
    if (!wasChanged || !control) return;
    control.focus({ preventScroll: true });
    // Only the reload after the change restores the focus.
    history.replaceState(null, '');
  };
  if (!setting.options) {
    return (
      <label>
        <input
          ref={takeFocus}
          type="checkbox"
          checked={value === 'on'}
          onChange={event => apply(event.currentTarget.checked ? 'on' : 'off')}
        />
        <span>{setting.label}</span>
      </label>
    );
  }
  return (
    <label>
      <span>{setting.label}</span>
      <select ref={takeFocus} value={value} onChange={event => apply(event.currentTarget.value)}>
        {setting.options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
