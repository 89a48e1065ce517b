// Before the first paint: the theme that the address asks for. Otherwise the visitor's system decides.
const theme = new URLSearchParams(location.search).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
