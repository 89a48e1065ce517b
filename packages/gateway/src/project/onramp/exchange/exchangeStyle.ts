/** Style of the development exchange, in both themes of the visitor's system. */
export const exchangeStyle = `
:root{color-scheme:light dark;--page:#faf7f4;--panel:#fff;--ink:#221e19;--soft:#59534c;--edge:#8f8981;--line:#352c2218;--accent:#11654a;--on-accent:#fff;--tint:#11654a17;--danger:#b72624;--danger-tint:#d4302e17;--inverse:#221e19;--on-inverse:#faf7f4;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
@media (prefers-color-scheme:dark){:root{--page:#1a1715;--panel:#262220;--ink:#f3f0ec;--soft:#bebab4;--edge:#746f6a;--line:#ffffff13;--accent:#1c805f;--tint:#5cc9a221;--danger:#fc9791;--danger-tint:#f26a6429;--inverse:#f3f0ec;--on-inverse:#1a1715}}
*{box-sizing:border-box}
body{margin:0;min-block-size:100dvh;display:flex;flex-direction:column;background:var(--page);color:var(--ink)}
.dev{margin:0;padding:8px 16px;background:var(--inverse);color:var(--on-inverse);font-size:13px;line-height:18px;text-align:center}
.dev b{margin-inline-end:6px}
main{inline-size:100%;max-inline-size:392px;margin:auto;padding:16px;display:grid;gap:12px}
.hero{display:grid;justify-items:center;gap:6px;padding:16px 12px;text-align:center}
.hero p{margin:0;max-inline-size:304px;color:var(--soft);text-wrap:balance}
h1{margin:0;font-size:20px;line-height:26px;text-wrap:balance;overflow-wrap:anywhere}
.mark{display:grid;place-items:center;inline-size:56px;block-size:56px;margin-block-end:8px;border-radius:50%;background:var(--tint);color:var(--accent)}
.mark svg{inline-size:24px;block-size:24px;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
@media (prefers-color-scheme:dark){.mark{color:#5cc9a2}}
.mark[data-mark=danger]{background:var(--danger-tint);color:var(--danger)}
.panel{margin:0;padding:6px 14px;list-style:none;background:var(--panel);border-radius:16px;box-shadow:0 0 0 1px var(--line)}
.panel div{display:flex;justify-content:space-between;gap:16px;padding-block:7px}
dt{color:var(--soft)}
dd{margin:0;text-align:end;overflow-wrap:anywhere}
li{display:grid;padding-block:8px}
li[data-state=next]{color:var(--soft)}
li[data-state=done] b::after{content:' ✓'}
small{color:var(--soft);font-size:13px}
fieldset{display:grid;gap:8px;margin:0 0 12px;padding:0;border:0}
.choice{display:flex;gap:12px;align-items:center;padding:10px 14px;background:var(--panel);border-radius:16px;box-shadow:0 0 0 1px var(--line);cursor:pointer}
.choice span{display:grid}
.choice small{font-variant-numeric:tabular-nums}
.choice:has(:checked){box-shadow:0 0 0 2px var(--accent)}
input{flex:none;inline-size:20px;block-size:20px;margin:0;accent-color:var(--accent)}
form{display:grid}
.actions{display:grid}
button{min-block-size:48px;padding:10px 16px;border:0;border-radius:16px;font:inherit;font-weight:600;cursor:pointer}
.primary{background:var(--accent);color:var(--on-accent)}
button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.sr{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (forced-colors:active){.panel,.choice{border:1px solid CanvasText}}
`.trimStart();
