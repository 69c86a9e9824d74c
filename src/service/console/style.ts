/** How the console's pages look, light or dark as the reader's system is. One sheet, sent inside each page; see frame.ts. */

export const STYLE = `
:root{color-scheme:light dark;--ground:#eef1f6;--card:#fff;--ink:#161b26;--soft:#556072;--line:#d5dbe5;--well:#f5f7fa;
--accent:#2450d8;--accent-ink:#fff;--accent-soft:#e6ecfd;--good:#0f7a48;--good-soft:#dff5e8;--bad:#b3261e;--bad-soft:#fbe6e4}
@media (prefers-color-scheme:dark){:root{--ground:#0e1118;--card:#171c26;--ink:#e9edf5;--soft:#a3aec0;--line:#2c3444;
--well:#10141c;--accent:#8fadff;--accent-ink:#0d1530;--accent-soft:#1d2947;--good:#5fd39a;--good-soft:#12301f;
--bad:#ff9a90;--bad-soft:#3a1a18}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif;
display:flex;flex-direction:column;align-items:center;padding:2.5rem 1rem 2rem}
.brand{display:flex;align-items:center;gap:.6rem;margin:0 0 1.25rem;color:var(--soft);font-size:.9rem;font-weight:600}
.brand svg{width:1.6rem;height:1.6rem;flex:none}
main>:last-child{margin-bottom:0}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
main{width:100%;max-width:35rem;background:var(--card);border:1px solid var(--line);border-radius:16px;
padding:2rem;box-shadow:0 1px 2px rgb(15 23 42/.06),0 12px 32px -12px rgb(15 23 42/.18)}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 .5rem}
p{margin:.5rem 0}
.lead{color:var(--soft);margin-bottom:1.25rem}
a{color:var(--accent)}
code,.code,input[type=text]{font-family:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
code{background:var(--well);border:1px solid var(--line);border-radius:6px;padding:.1em .35em;font-size:.86em;
overflow-wrap:anywhere}
.code{display:block;text-align:center;font-size:2rem;font-weight:600;letter-spacing:.18em;padding:.85rem .5rem;
margin:1.25rem 0;background:var(--accent-soft);border-radius:12px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.55rem 1.25rem;margin:1.25rem 0;padding:1rem 1.1rem;
background:var(--well);border:1px solid var(--line);border-radius:12px}
dt{color:var(--soft)}
dd{margin:0;font-weight:600;overflow-wrap:anywhere;min-width:0}
dd small{display:block;font-weight:400;font-size:.86rem;color:var(--soft)}
.note{font-size:.9rem;color:var(--soft);border-left:3px solid var(--line);padding-left:.9rem;margin:1.25rem 0}
.alert{background:var(--bad-soft);color:var(--bad);border-radius:12px;padding:.8rem 1rem;margin:1rem 0;font-weight:600}
label.field{display:block;font-weight:600;margin:1.25rem 0 .4rem}
input[type=text]{width:100%;font-size:1.6rem;letter-spacing:.16em;text-align:center;text-transform:uppercase;
padding:.7rem .5rem;border:1px solid var(--soft);border-radius:12px;background:var(--card);color:var(--ink)}
input.plain{font:inherit;letter-spacing:normal;text-align:left;text-transform:none;padding:.55rem .7rem}
[aria-invalid=true]{border-color:var(--bad)}
.problem{color:var(--bad);font-size:.9rem;margin:.3rem 0 0}
input[type=text]::placeholder{color:var(--soft);opacity:.65}
input[type=radio],input[type=checkbox]{accent-color:var(--accent);width:1.1rem;height:1.1rem;margin:0;flex:none}
select{font:inherit;padding:.45rem .6rem;border:1px solid var(--soft);border-radius:8px;background:var(--card);
color:var(--ink)}
details{border:1px solid var(--line);border-radius:12px;margin:1.25rem 0}
summary{cursor:pointer;padding:.85rem 1.1rem;font-weight:600;border-radius:12px}
details[open] summary{border-bottom:1px solid var(--line);border-radius:12px 12px 0 0}
.inside{padding:.35rem 1.1rem 1.1rem}
fieldset{border:0;padding:0;margin:1rem 0 0;min-width:0}
legend{padding:0;font-weight:600;font-size:.92rem;margin-bottom:.35rem}
.options{display:grid;gap:.15rem 1rem;grid-template-columns:repeat(auto-fill,minmax(11.5rem,1fr))}
.options.many{max-height:13rem;overflow:auto}
.options label{display:flex;align-items:center;gap:.55rem;min-height:2rem;overflow-wrap:anywhere}
.below{margin:.35rem 0 0 1.65rem}
fieldset:has(.every:checked) .below{display:none}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button{font:inherit;font-weight:600;min-height:2.9rem;padding:.6rem 1.4rem;border-radius:12px;border:1px solid var(--soft);
background:transparent;color:var(--ink);cursor:pointer;flex:1 1 8rem}
button.main{background:var(--accent);border-color:var(--accent);color:var(--accent-ink)}
button:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.sign{width:3.5rem;height:3.5rem;border-radius:50%;display:grid;place-items:center;margin:0 0 1rem;
background:var(--accent-soft);color:var(--accent)}
.sign svg{width:1.9rem;height:1.9rem}
.sign.good{background:var(--good-soft);color:var(--good)}
.sign.bad{background:var(--bad-soft);color:var(--bad)}
footer{width:100%;max-width:35rem;margin-top:1.25rem;color:var(--soft);font-size:.86rem;text-align:center}
@media (max-width:30rem){main{padding:1.4rem}dl{grid-template-columns:1fr;gap:.1rem}dt:not(:first-child){margin-top:.6rem}
.code{font-size:1.6rem}}
`.trim();
