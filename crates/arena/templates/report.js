'use strict';
const { standings, boards, games } = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const safe = text => String(text).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const three = Object.values(boards).some(({ info }) => info.seats.length > 2);
const signed = n => (Math.round(n) < 0 ? '−' : Math.round(n) > 0 ? '+' : '') + Math.abs(n).toFixed(0);

// Tables.
$('sub').textContent = `${standings.games} games of ${standings.game}${standings.complete ? '' : ', not complete'}`;
const table = (heads, rows) => '<table><tr>' + heads.map((h, i) => `<th class="${i == 1 ? 'l' : ''}">${h}</th>`).join('') + '</tr>' +
  rows.map(row => '<tr>' + row.map((c, i) => `<td class="${i == 1 ? 'l' : ''} ${c === '·' ? 'x' : ''}">${c}</td>`).join('') + '</tr>').join('') + '</table>';
$('standings').innerHTML = table(['', 'player', 'Elo', '±', 'points', 'games', ...(three ? ['first', 'between', 'last'] : ['won', 'drawn', 'lost']), 'forfeits', ''],
  standings.lines.map((l, i) => [i + 1, safe(l.player), signed(l.rating.elo), l.rating.error.toFixed(0), l.points, l.games, l.wins, l.draws, l.losses,
    l.forfeits || '·', l.out ? `out in round ${l.out}` : ''])) +
  (standings.padded ? '<p class="sub">A player won or lost all games: for finite ratings, every player has one drawn game more, against the average.</p>' : '');
$('cross').innerHTML = table(['', 'player', ...standings.lines.map((_, i) => i + 1)],
  standings.lines.map((l, i) => [i + 1, safe(l.player), ...standings.cross[i].map(([a, n]) => n ? `${a}/${n}` : '·')]));

// Plots.
const svg = (w, h, inside) => `<svg viewBox="0 0 ${w} ${h}" width="100%" role="img">${inside}</svg>`;
{
  const lines = standings.lines, row = 26, w = 520, left = 150, right = 20;
  const ends = lines.flatMap(l => [l.rating.elo - l.rating.error, l.rating.elo + l.rating.error]);
  const low = Math.min(...ends, -10), high = Math.max(...ends, 10), x = e => left + (e - low) / (high - low) * (w - left - right);
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000].find(s => (high - low) / s <= 7) || 5000;
  let out = '';
  for (let e = Math.ceil(low / step) * step; e <= high; e += step)
    out += `<line class="rule" x1="${x(e)}" x2="${x(e)}" y1="4" y2="${lines.length * row + 6}"/><text class="faint" text-anchor="middle" x="${x(e)}" y="${lines.length * row + 20}">${signed(e)}</text>`;
  lines.forEach(({ player, rating: { elo, error } }, i) => {
    const y = i * row + row / 2 + 2, name = player.length > 20 ? player.slice(0, 19) + '…' : player;
    out += `<text x="0" y="${y + 4}">${safe(name)}<title>${safe(player)}</title></text><g stroke="var(--accent)" stroke-width="1.6">` +
      `<line x1="${x(elo - error)}" x2="${x(elo + error)}" y1="${y}" y2="${y}"/>` +
      [elo - error, elo + error].map(e => `<line x1="${x(e)}" x2="${x(e)}" y1="${y - 4}" y2="${y + 4}"/>`).join('') +
      `</g><circle cx="${x(elo)}" cy="${y}" r="4.5" fill="var(--accent)"/>`;
  });
  $('ratings').innerHTML = svg(w, lines.length * row + 26, out);
}
const bars = (id, labels, counts) => {
  const w = 520, h = 190, most = Math.max(...counts, 1), each = Math.min(w / counts.length, 90);
  $(id).innerHTML = svg(w, h, `<line class="rule" x1="0" x2="${w}" y1="160" y2="160"/>` + counts.map((n, i) => {
    const tall = n / most * 140, x = i * each;
    return `<rect class="bar" x="${x + 1}" width="${Math.max(each - 2, 1)}" y="${160 - tall}" height="${tall}" rx="2"><title>${labels[i]}: ${n}</title></rect>` +
      (n && counts.length <= 12 ? `<text text-anchor="middle" x="${x + each / 2}" y="${154 - tall}">${n}</text>` : '') +
      (i % Math.ceil(counts.length / 8) ? '' : `<text class="faint" text-anchor="middle" x="${x + each / 2}" y="178">${labels[i]}</text>`);
  }).join(''));
};
{
  const lengths = games.map(g => g.moves.length), high = Math.max(...lengths, 1);
  const width = Math.max(1, Math.ceil((high + 1) / 24)), counts = new Array(Math.ceil((high + 1) / width)).fill(0);
  lengths.forEach(n => counts[Math.floor(n / width)]++);
  bars('lengths', counts.map((_, i) => i * width), counts);
  const edges = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000], times = new Array(edges.length + 1).fill(0);
  games.forEach(g => g.moves.forEach(m => { if (m[2]) { const ms = m[2][3] / 1000, i = edges.findIndex(e => ms < e); times[i < 0 ? edges.length : i]++; } }));
  const end = times.findLastIndex(n => n) + 1 || 1, begin = Math.max(times.findIndex(n => n), 0);
  bars('times', [...edges.map(e => '<' + e), '≥3000'].slice(begin, end).map(safe), times.slice(begin, end));
  const endings = {};
  games.forEach(g => endings[g.ending] = (endings[g.ending] || 0) + 1);
  bars('endings', Object.keys(endings), Object.values(endings));
}

// The board: sites, lines and zones as the game describes them, and the content of each site.
const read = text => text === '.' ? null : text === 'x' ? { blocked: true } : text[0] === ':' ? { beans: +text.slice(1) } : { seat: 'ABC'.indexOf(text) };
const draw = (game, sites, marked) => {
  const { board, info } = boards[game], at = board.places;
  const xs = at.map(p => p.x), ys = at.map(p => p.y), pad = 0.95;
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const colour = seat => /white|weiss/i.test(info.seats[seat]) ? 'var(--white)' : /black|schwarz/i.test(info.seats[seat]) ? 'var(--black)' : ['var(--a)', 'var(--b)', 'var(--c)'][seat];
  const ink = seat => colour(seat) === 'var(--black)' ? '#d8cfc2' : colour(seat) === 'var(--c)' ? '#5a3f02' : colour(seat) === 'var(--white)' ? '#9a8663' : '#fff';
  // A mark for each seat, since not everybody tells colours apart.
  const mark = (seat, x, y) => [
    '',
    `<circle cx="${x}" cy="${y}" r=".18" fill="none" stroke="${ink(seat)}" stroke-width=".06"/>`,
    `<path d="M${x} ${y - .2}l.17 .31h-.34z" fill="${ink(seat)}"/>`,
  ][seat];
  let out = `<rect x="${x0 - pad}" y="${y0 - pad}" width="${x1 - x0 + 2 * pad}" height="${y1 - y0 + 2 * pad}" rx=".35" fill="var(--wood)"/>`;
  board.lines.forEach(([a, b]) => out += `<line x1="${at[a].x}" y1="${at[a].y}" x2="${at[b].x}" y2="${at[b].y}" stroke="var(--line)" stroke-width=".045"/>`);
  at.forEach((p, i) => {
    const c = read(sites[i]), hot = marked.has(i);
    const ring = hot ? 'stroke="var(--accent)" stroke-width=".09"' : '';
    if (p.shape === 'square') out += `<rect x="${p.x - .5}" y="${p.y - .5}" width="1" height="1" fill="${(Math.round(p.x) + Math.round(p.y)) % 2 ? 'var(--dark)' : 'var(--wood)'}"/>`;
    if (p.shape === 'hole') out += `<circle cx="${p.x}" cy="${p.y}" r=".17" fill="var(--dark)" stroke="var(--line)" stroke-width=".02"/>`;
    if (p.shape === 'house' || p.shape === 'store') out += `<circle cx="${p.x}" cy="${p.y}" r=".45" fill="var(--dark)" stroke="var(--line)" stroke-width=".03" ${ring}/>`;
    if (c?.blocked) out += `<circle cx="${p.x}" cy="${p.y}" r=".3" fill="var(--line)" opacity=".55"/>`;
    if (c?.seat >= 0) out += `<circle cx="${p.x}" cy="${p.y}" r=".36" fill="${colour(c.seat)}" stroke="#0006" stroke-width=".04"/>` + mark(c.seat, p.x, p.y);
    if (hot) out += `<circle cx="${p.x}" cy="${p.y}" r=".43" fill="none" stroke="var(--accent)" stroke-width=".08"/>`;
    if (c && 'beans' in c) out += `<text x="${p.x}" y="${p.y + .15}" text-anchor="middle" class="beans">${c.beans}</text>`;
  });
  const label = board.labels || [];
  label.forEach(l => { if (l.text) out += `<text x="${l.x}" y="${l.y + .1}" text-anchor="middle" class="faint label">${safe(l.text)}</text>`; });
  $('board').innerHTML = `<svg viewBox="${x0 - pad - .1} ${y0 - pad - .1} ${x1 - x0 + 2 * pad + .2} ${y1 - y0 + 2 * pad + .2}">${out}</svg>`;
};

// Replaying: a frame is the first position and all changes up to a move.
let game, now = 0;
const slider = document.querySelector('#bar input');
const show = ply => {
  now = Math.max(0, Math.min(ply, game.moves.length));
  const sites = game.first.split(' ');
  let marked = new Set();
  for (const [, change] of game.moves.slice(0, now)) {
    marked = new Set();
    for (const part of change.split(',').filter(Boolean)) {
      const [, site, content] = part.match(/^(\d+)(.*)$/);
      sites[+site] = content;
      marked.add(+site);
    }
  }
  draw(game.game, sites, marked);
  slider.value = now;
  document.querySelectorAll('#moves li').forEach((li, i) => li.classList.toggle('now', i + 1 === now));
  const list = $('moves'), line = list.querySelector('.now');
  list.scrollTop = line ? line.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
};
const open = index => {
  game = games[index];
  $('game').value = index;
  const seats = boards[game.game].info.seats;
  $('result').textContent = game.players.map((p, i) => `${seats[i]}: ${p} (${game.points[i]})`).join(', ') + ` — ${game.ending}${game.remark ? ': ' + game.remark : ''}`;
  $('moves').innerHTML = game.moves.map(([text, , note], i) =>
    `<li><span>${i + 1}.</span><span>${safe(text)}</span><span>${note ? safe(note[0] ?? '') + ' ' + (note[3] / 1000).toFixed(note[3] < 1e4 ? 2 : 0) + ' ms' : 'opening'}</span></li>`).join('');
  slider.max = game.moves.length;
  show(game.moves.length);
};
$('game').innerHTML = games.map((g, i) => `<option value="${i}">${g.number}. ${safe(g.players.join(' – '))}  ${g.points.join('–')}</option>`).join('');
$('game').onchange = event => open(+event.target.value);
$('moves').onclick = event => { const li = event.target.closest('li'); if (li) show([...li.parentNode.children].indexOf(li) + 1); };
slider.oninput = () => show(+slider.value);
const steps = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => Infinity };
document.querySelectorAll('#bar button').forEach(b => b.onclick = () => show(steps[b.dataset.to]()));
document.onkeydown = event => { const key = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' }[event.key]; if (key && event.target.tagName !== 'SELECT' && event.target.tagName !== 'INPUT') { show(steps[key]()); event.preventDefault(); } };
if (games.length) open(0);
