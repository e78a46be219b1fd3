"""Moves the files of moves.txt in the checkout of the current folder, and rewrites imports, globs and the paths that texts name.

One-off: it goes when the renames are done. symbols.txt lists the exported names, old>new, that follow by a codemod.
"""
import os, re, subprocess, sys
rules=[]
for l in open(os.path.join(os.path.dirname(os.path.abspath(__file__)),'moves.txt')):
    l=l.strip()
    if not l or l.startswith('#'): continue
    a,b=l.split(); rules.append(('shop/'+a,'app/'+b))
rules.append(('shop/','app/'))
exact={a:b for a,b in rules if not a.endswith('/')}
folders=sorted(((a,b) for a,b in rules if a.endswith('/')), key=lambda r:-len(r[0]))
files=subprocess.check_output(['git','ls-files'],text=True).split('\n')[:-1]
tracked=set(files)
def subject(f):
    m=re.match(r'^(.*?)(\.db)?\.test\.(tsx?)$',f)
    return m
def new(f):
    if not f.startswith('shop/'): return f
    if f in exact: return exact[f]
    m=subject(f)
    if m:
        base=m.group(1); suffix=(m.group(2) or '')+'.test.'+m.group(3)
        for ext in ('.server.ts','.ts','.tsx','.server.tsx'):
            s=base+ext
            if s in exact and s in tracked:
                t=exact[s]
                return t[:-len(ext)]+suffix
            if s in tracked:
                t=new(s)
                return t[:-len(ext)]+suffix
    for a,b in folders:
        if f.startswith(a): return b+f[len(a):]
    return f
mapping={f:new(f) for f in files}
dups={}
for a,b in mapping.items(): dups.setdefault(b,[]).append(a)
bad={b:a for b,a in dups.items() if len(a)>1}
assert not bad, bad
code=re.compile(r'\.(ts|tsx|mjs|js|css)$')
spec=re.compile(r"""((?:from|import|import\(|new URL\(|url\(|export \* from|vi\.doMock\(|vi\.mock\(|@import)\s*\(?\s*)(['"])(\.{1,2}/[^'"]+)\2""")
def fix_imports(f,text):
    d=os.path.dirname(f); nd=os.path.dirname(mapping[f])
    def r(m):
        target=m.group(3); q=''
        if '?' in target: target,q=target.split('?',1); q='?'+q
        p=os.path.normpath(os.path.join(d,target))
        if p not in mapping:
            if f!=mapping[f] or p.startswith('shop'):
                unresolved.append((f,m.group(3)))
                if os.path.isdir(p): pass
                t=os.path.relpath(new(p+'/x')[:-2] if p.startswith('shop') else p, nd)
                return m.group(1)+m.group(2)+(t if t.startswith('.') else './'+t)+q+m.group(2)
            return m.group(0)
        t=os.path.relpath(mapping[p],nd)
        if not t.startswith('.'): t='./'+t
        return m.group(1)+m.group(2)+t+q+m.group(2)
    return spec.sub(r,text)
unresolved=[]
paths=re.compile(r'(?<![\w/.-])shop/[A-Za-z0-9_./-]*[A-Za-z0-9_-](?:\.[a-z]+)*')
def fix_paths(text):
    def r(m):
        p=m.group(0)
        if p in mapping: return mapping[p]
        if p+'/' in [a for a,_ in folders]: return dict(folders)[p+'/'].rstrip('/')
        return p
    return paths.sub(r,text)
texts={}
for f in files:
    if not os.path.isfile(f) or os.path.islink(f): continue
    if re.search(r'\.(ts|tsx|mjs|js|css|json|md|sql|yaml|yml|cjs)$',f) or f in ('Dockerfile','.dockerignore','.gitignore'):
        s=open(f,encoding='utf8').read(); t=s
        if code.search(f): t=fix_imports(f,t)
        if f not in ('package-lock.json',): t=fix_paths(t)
        if t!=s: texts[f]=t
for f,t in texts.items(): open(f,'w',encoding='utf8').write(t)
n=0
for a,b in mapping.items():
    if a!=b:
        os.makedirs(os.path.dirname(b),exist_ok=True); os.rename(a,b); n+=1
print('moved',n,'rewritten',len(texts)); 
for u in unresolved: print('unresolved',*u)
# globs and folder names in configuration, scripts and tests
word=re.compile(r"""(?<![\w/.-])shop/(?=['"`a-z*{\[A-Z(!$,])""")
out=subprocess.check_output(['git','ls-files'],text=True).split('\n')[:-1]
for f in sorted({mapping.get(f,f) for f in out}|set(mapping.values())):
    if not os.path.isfile(f): continue
    if re.match(r'^(scripts|tests|tools|bench)/.*\.(ts|tsx|mjs|json|md)$',f) or re.match(r'^[^/]+\.(ts|json)$',f) or f in ('Dockerfile','.dockerignore','README.md','STYLE.md') or re.match(r'^docs/.*\.md$',f):
        if f=='package-lock.json': continue
        s=open(f,encoding='utf8').read()
        t=word.sub('app/',s)
        t=t.replace('{shop,','{app,').replace("appDirectory: 'shop'","appDirectory: 'app'").replace('^shop\\/','^app\\/')
        if re.match(r'^scripts/',f): t=re.sub(r"(?<=[\[ (])'shop'(?=[,\])])","'app'",t)
        if s!=t: open(f,'w',encoding='utf8').write(t)
short=re.compile(r'(?<![\w/.-])([a-z][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_.-]+)*\.(?:tsx?|css|svg))(?![\w/])')
def shorten(m):
    p='shop/'+m.group(1)
    return mapping[p][4:] if p in mapping and mapping[p].startswith('app/') else m.group(0)
for f in out:
    g=mapping.get(f,f)
    if (re.search(r'\.md$',g) or re.match(r'^app/.*\.(ts|tsx|css)$',g) or re.match(r'^(scripts|tests|tools|bench|seeds)/.*\.(ts|mjs)$',g)) and os.path.isfile(g):
        s=open(g,encoding='utf8').read()
        if g.endswith('.md'): t=short.sub(shorten,s)
        else: t=re.sub(r'(?<=`)([a-z][A-Za-z0-9_-]*(?:/[A-Za-z0-9_.-]+)+\.(?:tsx?|css))(?=[` ])',shorten,s)
        if s!=t: open(g,'w',encoding='utf8').write(t)
def sub(f,*pairs):
    s=open(f,encoding='utf8').read()
    for a,b in pairs:
        assert a in s,(f,a)
        s=s.replace(a,b)
    open(f,'w',encoding='utf8').write(s)
sub('scripts/walls.ts',("  'catalogue',\n  'bill',","  'catalogue',\n  'pricing',"),("  'delivery',","  'shipping',"),("  'admin',\n  'shell',","  'admin',\n  'operations',\n  'shell',"))
p='app/routes.ts'
t=open(p).read()
t=re.sub(r"'([a-z][A-Za-z0-9_/-]*\.tsx?)'",lambda m:"'"+shorten(re.match(r'(.*)',m.group(1)))+"'",t)
open(p,'w').write(t)
sub('tsconfig.json',('    "shop",','    "app",'))
sub('drizzle.config.ts',("'./shop/*/tables","'./app/*/tables"))
sub('vite.config.ts',(r"/shop\/(foundation(?!\/ui\/admin)|content\/shipping-words|catalogue\/(rules|piece|use-chrome|heart-slot|listing-status)|customers\/(session|ask-own|own\.ts)|cart\/(use-cart-count|guest-cart|pending|cart-query)|",
 r"/app\/(foundation(?!\/(ui\/admin|address))|content\/shipping-text|catalogue\/(rules|product-card\/|use-layout-data|listing\/listing-status)|customers\/(session|authenticated-fetch|customer-query)|cart\/(use-cart-count|guest-cart|optimistic-cart|cart-query)|"))
sub('vitest.config.ts',("'app/{cart,customers,wishlist}/*.test.{ts,tsx}'","'app/{cart,customers,wishlist}/**/*.test.{ts,tsx}'"))
