<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name>asb::ui::DetailPane</name>
    <message>
        <source>Select a row to see everything about it.</source>
        <translation>行を選ぶと詳細が表示されます。</translation>
    </message>
    <message>
        <source>%1, status %2</source>
        <comment>verdict and exit status</comment>
        <translation>%1、ステータス %2</translation>
    </message>
    <message>
        <source>“%1”</source>
        <comment>the profile&apos;s words, quoted</comment>
        <translation>「%1」</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>所要時間</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 時間</translation>
    </message>
    <message>
        <source>%1 user, %2 system</source>
        <translation>ユーザー %1、システム %2</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリー</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>ポリシー</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>呼び出し元</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>環境変数</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>親プロセス</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>From</source>
        <translation>発行元</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>省略</translation>
    </message>
    <message>
        <source>nono&apos;s record:</source>
        <translation>nono の記録:</translation>
    </message>
    <message>
        <source>&amp;Open rule</source>
        <translation>規則を開く(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>As &amp;JSON</source>
        <translation>JSON として(&amp;J)</translation>
    </message>
    <message>
        <source>Show &amp;others refused by this rule</source>
        <translation>この規則で拒否された他のコマンドを表示(&amp;O)</translation>
    </message>
    <message>
        <source>Full text</source>
        <translation>全文</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
</context>
<context>
    <name>asb::ui::DoctorDialog</name>
    <message>
        <source>Doctor</source>
        <translation>診断</translation>
    </message>
    <message>
        <source>Checking what sessions in %1 stand on…</source>
        <translation>%1 のセッションの前提を確認しています…</translation>
    </message>
    <message>
        <source>All is well for sessions in %1.</source>
        <translation>%1 のセッションに問題はありません。</translation>
    </message>
    <message>
        <source>Something is wrong for sessions in %1:</source>
        <translation>%1 のセッションに問題があります:</translation>
    </message>
    <message>
        <source>What doctor says</source>
        <translation>診断の出力</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <translation>再確認(&amp;A)</translation>
    </message>
</context>
<context>
    <name>asb::ui::DraftsPanel</name>
    <message>
        <source>Promote a draft</source>
        <translation>下書きの適用</translation>
    </message>
    <message>
        <source>Make the draft %1 the profile in force?</source>
        <translation>下書き %1 を有効なプロファイルにしますか?</translation>
    </message>
    <message>
        <source>It applies to sessions that start from now on.</source>
        <translation>これから開始するセッションに適用されます。</translation>
    </message>
    <message>
        <source>&amp;Promote</source>
        <translation>適用(&amp;P)</translation>
    </message>
    <message>
        <source>Proposed changes of profiles. Nothing of them is in force until it is promoted.</source>
        <translation>プロファイルの変更案です。適用するまで有効になりません。</translation>
    </message>
    <message>
        <source>No change of a profile is proposed.</source>
        <translation>プロファイルの変更案はありません。</translation>
    </message>
    <message>
        <source>Proposed changes of profiles</source>
        <translation>プロファイルの変更案</translation>
    </message>
    <message>
        <source>What nono says to the proposed change</source>
        <translation>変更案に対する nono の出力</translation>
    </message>
    <message>
        <source>&amp;Open in editor</source>
        <translation>エディターで開く(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Promote…</source>
        <translation>適用(&amp;P)…</translation>
    </message>
</context>
<context>
    <name>asb::ui::EmptyPage</name>
    <message>
        <source>No session yet</source>
        <translation>セッションはまだありません</translation>
    </message>
    <message>
        <source>No session can be started yet</source>
        <translation>まだセッションを開始できません</translation>
    </message>
    <message>
        <source>Start one here, or type this in a terminal, in the folder of your project:</source>
        <translation>ここで開始するか、プロジェクトのフォルダーの端末で次を入力します:</translation>
    </message>
    <message>
        <source>Command that starts a session: %1</source>
        <translation>セッションを開始するコマンド: %1</translation>
    </message>
    <message>
        <source>Command that checks this machine: %1</source>
        <translation>このマシンを確認するコマンド: %1</translation>
    </message>
    <message>
        <source>Start session…</source>
        <translation>セッションを開始…</translation>
    </message>
    <message>
        <source>Open doctor</source>
        <translation>診断を開く</translation>
    </message>
</context>
<context>
    <name>asb::ui::FilterLine</name>
    <message>
        <source>Filter, for example: status!=0 cmd:git denied since:10m</source>
        <translation>フィルター、例: status!=0 cmd:git denied since:10m</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>フィルター</translation>
    </message>
    <message>
        <source>What is wrong with the filter</source>
        <translation>フィルターの誤り</translation>
    </message>
</context>
<context>
    <name>asb::ui::LaunchView</name>
    <message>
        <source>Terminal opened</source>
        <translation>端末を開いた</translation>
    </message>
    <message>
        <source>Arguments read</source>
        <translation>引数を読んだ</translation>
    </message>
    <message>
        <source>Configuration read</source>
        <translation>設定を読んだ</translation>
    </message>
    <message>
        <source>Programs found</source>
        <translation>プログラムを確認</translation>
    </message>
    <message>
        <source>Both profiles read</source>
        <translation>両プロファイルを読んだ</translation>
    </message>
    <message>
        <source>Folders made</source>
        <translation>フォルダーを作成</translation>
    </message>
    <message>
        <source>Both profiles valid</source>
        <translation>両プロファイルが有効</translation>
    </message>
    <message>
        <source>Socket bound</source>
        <translation>ソケットを作成</translation>
    </message>
    <message>
        <source>Both sandboxes proved</source>
        <translation>両サンドボックスを確認</translation>
    </message>
    <message>
        <source>execd ready</source>
        <translation>execd 準備完了</translation>
    </message>
    <message>
        <source>Agent started</source>
        <translation>エージェント開始</translation>
    </message>
    <message>
        <source>Session ended</source>
        <translation>セッション終了</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ミリ秒</translation>
    </message>
    <message>
        <source>%1: failed</source>
        <translation>%1: 失敗</translation>
    </message>
    <message>
        <source>Starting: %1</source>
        <translation>開始中: %1</translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation>実行中: %1</translation>
    </message>
    <message>
        <source>Ended: %1</source>
        <translation>終了: %1</translation>
    </message>
    <message>
        <source>This did not start: %1</source>
        <translation>開始できませんでした: %1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>段階</translation>
    </message>
    <message>
        <source>After</source>
        <translation>経過</translation>
    </message>
    <message>
        <source>Steps of the launch</source>
        <translation>起動の段階</translation>
    </message>
    <message>
        <source>What the command line would print</source>
        <translation>コマンドラインの出力</translation>
    </message>
    <message>
        <source>Answer of the agent</source>
        <translation>エージェントの回答</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>Open &amp;doctor</source>
        <translation>診断を開く(&amp;D)</translation>
    </message>
    <message>
        <source>Show the &amp;session</source>
        <translation>セッションを表示(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>戻る(&amp;B)</translation>
    </message>
</context>
<context>
    <name>asb::ui::MainWindow</name>
    <message>
        <source>agent-sandbox</source>
        <translation>agent-sandbox</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>セッション(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Traffic</source>
        <translation>トラフィック(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Start session…</source>
        <translation>セッションを開始(&amp;S)…</translation>
    </message>
    <message>
        <source>S&amp;top…</source>
        <translation>停止(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Delete from history…</source>
        <translation>履歴から削除(&amp;D)…</translation>
    </message>
    <message>
        <source>Open d&amp;octor</source>
        <translation>診断を開く(&amp;O)</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>設定(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>ウィンドウを閉じる(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>終了(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Refused</source>
        <translation>拒否(&amp;R)</translation>
    </message>
    <message>
        <source>R&amp;unning</source>
        <translation>実行中(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Profiles</source>
        <translation>プロファイル(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>ネットワーク(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;List of sessions</source>
        <translation>セッション一覧(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>フィルター(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>キーボードショートカット(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About agent-sandbox</source>
        <translation>agent-sandbox について(&amp;A)</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>ツール</translation>
    </message>
    <message>
        <source>This desktop has no tray, so closing the window ends the viewer.</source>
        <translation>このデスクトップにはトレイがないため、ウィンドウを閉じるとビューアーが終了します。</translation>
    </message>
    <message>
        <source>The sessions go on. `agent-sandbox` opens the window again, with everything that happened meanwhile.</source>
        <translation>セッションは続きます。`agent-sandbox` でウィンドウを再び開くと、その間の出来事もすべて表示されます。</translation>
    </message>
    <message>
        <source>Space	Pause or follow</source>
        <translation>Space	一時停止または追従</translation>
    </message>
    <message>
        <source>End	Go to the newest row</source>
        <translation>End	最新の行へ</translation>
    </message>
    <message>
        <source>Enter	Detail of the row</source>
        <translation>Enter	行の詳細</translation>
    </message>
    <message>
        <source>Left, Right	Close or open a line</source>
        <translation>←、→	行を閉じる、開く</translation>
    </message>
    <message>
        <source>Esc	Clear the filter</source>
        <translation>Esc	フィルターを消去</translation>
    </message>
    <message>
        <source>Delete	Delete the chosen session</source>
        <translation>Delete	選択したセッションを削除</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>About agent-sandbox</source>
        <translation>agent-sandbox について</translation>
    </message>
    <message>
        <source>agent-sandbox %1</source>
        <translation>agent-sandbox %1</translation>
    </message>
    <message>
        <source>Runs a coding agent in a sandbox and shows every command it issues, every refusal and the reason that the profile gives.</source>
        <translation>コーディングエージェントをサンドボックスで実行し、発行されたコマンド、拒否、プロファイルが示す理由をすべて表示します。</translation>
    </message>
</context>
<context>
    <name>asb::ui::NetworkPage</name>
    <message>
        <source>%1, this machine (loopback)</source>
        <translation>%1、このマシン (ループバック)</translation>
    </message>
    <message>
        <source>%1, another machine</source>
        <translation>%1、別のマシン</translation>
    </message>
    <message>
        <source>its profile cannot be read</source>
        <translation>プロファイルを読めません</translation>
    </message>
    <message>
        <source>not restricted</source>
        <translation>制限なし</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>遮断</translation>
    </message>
    <message>
        <source>filtered by nono</source>
        <translation>nono がフィルター</translation>
    </message>
    <message>
        <source>only %1</source>
        <translation>%1 のみ</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>宛先</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>ポート</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>サンドボックス</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>回数</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最終</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Network targets that nono reported</source>
        <translation>nono が報告した宛先</translation>
    </message>
    <message>
        <source>The agent&apos;s network: %1
The commands&apos; network: %2</source>
        <translation>エージェントのネットワーク: %1
コマンドのネットワーク: %2</translation>
    </message>
    <message>
        <source>nono has reported nothing about the network of this session. It reports what it refuses, and what passes its proxy when the session has ended; a closed network reports nothing.</source>
        <translation>このセッションのネットワークについて nono からの報告はありません。拒否したもの、およびセッション終了後にプロキシを通ったものが報告されます。遮断されたネットワークは何も報告しません。</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>エージェント</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>%1, port %2, %3, by the %4</source>
        <comment>target, port, decision, sandbox</comment>
        <translation>%1、ポート %2、%3、%4</translation>
    </message>
</context>
<context>
    <name>asb::ui::NewRowsPill</name>
    <message>
        <source>Go to the newest row</source>
        <translation>最新の行へ</translation>
    </message>
    <message numerus="yes">
        <source>%n new row(s), not filtered yet</source>
        <translation>
            <numerusform>新しい行 %n 件 (未フィルター)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new row(s)</source>
        <translation>
            <numerusform>新しい行 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Sorted: back to the order of time</source>
        <translation>並べ替え中: 時刻順に戻す</translation>
    </message>
</context>
<context>
    <name>asb::ui::OlderRows</name>
    <message>
        <source>Older rows than these are in the session&apos;s store: a filter finds them, and the settings say how many rows are kept here.</source>
        <translation>これより古い行はセッションの保存データにあります。フィルターで見つけられます。ここに保持する行数は設定で変えられます。</translation>
    </message>
</context>
<context>
    <name>asb::ui::PlainText</name>
    <message numerus="yes">
        <source> (%n line(s))</source>
        <comment>length of a here-document, behind the command that reads it</comment>
        <translation>
            <numerusform> (%n 行)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::PossibleModel</name>
    <message>
        <source>%1, failed with %2, may have been refused %3</source>
        <translation>%1、%2 で失敗、拒否の可能性 %3</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>ステータス</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時刻</translation>
    </message>
</context>
<context>
    <name>asb::ui::ProfilePanel</name>
    <message>
        <source>&amp;Open in editor</source>
        <translation>エディターで開く(&amp;O)</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>プロファイル</translation>
    </message>
    <message>
        <source>Rules and grants</source>
        <translation>規則と許可</translation>
    </message>
    <message>
        <source>Difference •</source>
        <comment>the mark means: there is one</comment>
        <translation>差分 •</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差分</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>When</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>Rules and grants of the profile</source>
        <translation>プロファイルの規則と許可</translation>
    </message>
    <message>
        <source>Difference to the profile in force</source>
        <translation>有効なプロファイルとの差分</translation>
    </message>
    <message>
        <source>nono is checking it…</source>
        <translation>nono が確認しています…</translation>
    </message>
    <message>
        <source>Valid, says nono.</source>
        <translation>nono によると有効です。</translation>
    </message>
    <message>
        <source>Not valid: %1</source>
        <translation>無効: %1</translation>
    </message>
    <message>
        <source>The file is not there any more; shown is what the session found.</source>
        <translation>ファイルはもうありません。セッション開始時の内容を表示しています。</translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>ファイルはもうありません。</translation>
    </message>
    <message>
        <source>It cannot be read: %1</source>
        <translation>読めません: %1</translation>
    </message>
    <message>
        <source>Changed since the session started: %1. It applies to the next session.</source>
        <translation>セッション開始後に変更されました: %1。次のセッションから適用されます。</translation>
    </message>
    <message>
        <source>Changed since the session started. It applies to the next session.</source>
        <translation>セッション開始後に変更されました。次のセッションから適用されます。</translation>
    </message>
    <message>
        <source>from a line of the agent</source>
        <translation>エージェントの行から</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 から</translation>
    </message>
    <message>
        <source>deny</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>otherwise</source>
        <translation>それ以外</translation>
    </message>
    <message>
        <source>Files: %1</source>
        <translation>ファイル: %1</translation>
    </message>
    <message>
        <source>not restricted</source>
        <translation>制限なし</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>遮断</translation>
    </message>
    <message>
        <source>by name of host</source>
        <translation>ホスト名による</translation>
    </message>
    <message>
        <source>allowed: %1</source>
        <translation>許可: %1</translation>
    </message>
    <message>
        <source>denied: %1</source>
        <translation>拒否: %1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>ネットワーク</translation>
    </message>
    <message>
        <source>every variable passes</source>
        <translation>すべての変数を通す</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>環境変数</translation>
    </message>
    <message>
        <source>This session kept no copy of the profile, so there is nothing to compare.</source>
        <translation>このセッションにはプロファイルの写しがないため、比較できません。</translation>
    </message>
    <message>
        <source>The same as the one in force.</source>
        <translation>有効なものと同じです。</translation>
    </message>
    <message numerus="yes">
        <source>  … %n equal line(s)</source>
        <translation>
            <numerusform>  … 同じ行 %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::ProfilesPage</name>
    <message>
        <source>exactly: %1</source>
        <translation>完全一致: %1</translation>
    </message>
    <message>
        <source>begins with: %1</source>
        <translation>前方一致: %1</translation>
    </message>
    <message>
        <source>contains: %1</source>
        <translation>含む: %1</translation>
    </message>
    <message>
        <source>variable %1</source>
        <translation>変数 %1</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>%1 (changed)</source>
        <translation>%1 (変更あり)</translation>
    </message>
    <message>
        <source>Command profile</source>
        <translation>コマンドプロファイル</translation>
    </message>
    <message>
        <source>Agent profile</source>
        <translation>エージェントプロファイル</translation>
    </message>
    <message>
        <source>Drafts %1</source>
        <translation>下書き %1</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>下書き</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>プロファイル</translation>
    </message>
</context>
<context>
    <name>asb::ui::QuitDialog</name>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) are running: %1.</source>
        <translation>
            <numerusform>%n 件のセッションが実行中です: %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>They can go on without the viewer. `agent-sandbox` opens it again.</source>
        <translation>ビューアーがなくても続きます。`agent-sandbox` で再び開けます。</translation>
    </message>
    <message>
        <source>&amp;Leave them running</source>
        <translation>実行を続ける(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Stop them</source>
        <translation>停止する(&amp;S)</translation>
    </message>
</context>
<context>
    <name>asb::ui::RefusedModel</name>
    <message numerus="yes">
        <source>%1, refused %n time(s), last at %2</source>
        <translation>
            <numerusform>%1、拒否 %n 回、最終 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Reason and commands</source>
        <translation>理由とコマンド</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>回数</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最終</translation>
    </message>
</context>
<context>
    <name>asb::ui::RefusedPage::Parts</name>
    <message>
        <source>These failed by themselves and may have met the sandbox, which nono does not log.</source>
        <translation>これらは自ら失敗しました。サンドボックスに阻まれた可能性がありますが、nono は記録しません。</translation>
    </message>
    <message>
        <source>No failure that looks like a refusal.</source>
        <translation>拒否と思われる失敗はありません。</translation>
    </message>
    <message>
        <source>Asking nono…</source>
        <translation>nono に問い合わせ中…</translation>
    </message>
    <message>
        <source>Refusals by rule</source>
        <translation>規則別の拒否</translation>
    </message>
    <message>
        <source>Possible refusals</source>
        <translation>拒否の可能性</translation>
    </message>
    <message>
        <source>nono&apos;s answer</source>
        <translation>nono の回答</translation>
    </message>
    <message>
        <source>Nothing refused so far.</source>
        <translation>まだ拒否されたものはありません。</translation>
    </message>
    <message>
        <source>&amp;Open rule</source>
        <translation>規則を開く(&amp;O)</translation>
    </message>
    <message>
        <source>Show in &amp;traffic</source>
        <translation>トラフィックで表示(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Looked at</source>
        <translation>確認済みにする(&amp;L)</translation>
    </message>
    <message>
        <source>Ask nono &amp;why</source>
        <translation>nono に理由を尋ねる(&amp;W)</translation>
    </message>
</context>
<context>
    <name>asb::ui::ReloadPanel</name>
    <message>
        <source>A changed profile is not valid, so nothing is started with it: %1</source>
        <translation>変更されたプロファイルが無効なため、開始しません: %1</translation>
    </message>
    <message>
        <source>Start &amp;again with it</source>
        <translation>これで再開始(&amp;A)</translation>
    </message>
    <message>
        <source>Show &amp;difference</source>
        <translation>差分を表示(&amp;D)</translation>
    </message>
    <message>
        <source>Open in &amp;editor</source>
        <translation>エディターで開く(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>後で(&amp;L)</translation>
    </message>
    <message>
        <source>Question about changed profiles</source>
        <translation>変更されたプロファイルに関する質問</translation>
    </message>
</context>
<context>
    <name>asb::ui::RowState</name>
    <message>
        <source>timed out</source>
        <translation>時間切れ</translation>
    </message>
    <message>
        <source>client lost</source>
        <translation>クライアント喪失</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>クラッシュ</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>欠落</translation>
    </message>
    <message>
        <source>session</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>note</source>
        <translation>注記</translation>
    </message>
    <message>
        <source>A proof failed: </source>
        <translation>確認に失敗: </translation>
    </message>
    <message>
        <source>Refused by the agent&apos;s shell: </source>
        <translation>エージェントのシェルが拒否: </translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>許可</translation>
    </message>
    <message>
        <source>allowed by policy</source>
        <translation>ポリシーで許可</translation>
    </message>
    <message>
        <source>allowed by %1</source>
        <translation>%1 により許可</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>left running</source>
        <translation>残って実行中</translation>
    </message>
    <message>
        <source>The session is ready</source>
        <translation>セッションの準備ができました</translation>
    </message>
    <message>
        <source>The agent has ended</source>
        <translation>エージェントが終了しました</translation>
    </message>
    <message>
        <source>The session is being ended</source>
        <translation>セッションを終了しています</translation>
    </message>
    <message>
        <source>The session has ended</source>
        <translation>セッションが終了しました</translation>
    </message>
</context>
<context>
    <name>asb::ui::RunningModel</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 時間 %2 分</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>command, own sandbox</source>
        <translation>コマンド、専用サンドボックス</translation>
    </message>
    <message>
        <source>command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>left running</source>
        <translation>残って実行中</translation>
    </message>
    <message>
        <source>process</source>
        <translation>プロセス</translation>
    </message>
    <message>
        <source>%1, %2, for %3</source>
        <translation>%1、%2、%3 経過</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>What</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>Running for</source>
        <translation>実行時間</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 時間</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリー</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>PID</translation>
    </message>
</context>
<context>
    <name>asb::ui::RunningPage::Parts</name>
    <message>
        <source>Nothing runs.</source>
        <translation>実行中のものはありません。</translation>
    </message>
    <message>
        <source>The session has ended; nothing of it runs.</source>
        <translation>セッションは終了し、実行中のものはありません。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) running</source>
        <translation>
            <numerusform>%n 行が実行中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) left running</source>
        <translation>
            <numerusform>残っているプロセス %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Told to end: %1</source>
        <translation>終了を指示: %1</translation>
    </message>
    <message>
        <source>End what was left running</source>
        <translation>残った実行中のものを終了</translation>
    </message>
    <message numerus="yes">
        <source>End all %n process(es) that earlier lines left running?</source>
        <translation>
            <numerusform>以前の行が残した %n 件のプロセスをすべて終了しますか?</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;End all</source>
        <translation>すべて終了(&amp;E)</translation>
    </message>
    <message>
        <source>What was left running has been told to end.</source>
        <translation>残っていたものに終了を指示しました。</translation>
    </message>
    <message>
        <source>Running commands and processes</source>
        <translation>実行中のコマンドとプロセス</translation>
    </message>
    <message>
        <source>&amp;End</source>
        <translation>終了(&amp;E)</translation>
    </message>
    <message>
        <source>End &amp;all left running</source>
        <translation>残ったものをすべて終了(&amp;A)</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionLauncher</name>
    <message>
        <source>A session did not start: %1</source>
        <translation>セッションを開始できませんでした: %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionPage</name>
    <message>
        <source>nono cannot verify it: %1</source>
        <translation>nono は検証できません: %1</translation>
    </message>
    <message>
        <source>nono&apos;s record is complete and unchanged.</source>
        <translation>nono の記録は完全で変更されていません。</translation>
    </message>
    <message>
        <source>nono&apos;s record does not match: %1</source>
        <translation>nono の記録が一致しません: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>What</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Facts of the session</source>
        <translation>セッションの詳細</translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>すべてコピー(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Export log…</source>
        <translation>ログを書き出す(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Verify nono&apos;s record</source>
        <translation>nono の記録を検証(&amp;V)</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>エージェント</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>引数</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>End</source>
        <translation>終わり</translation>
    </message>
    <message>
        <source>Its program was killed before it could write one down</source>
        <translation>記録する前にプログラムが強制終了されました</translation>
    </message>
    <message>
        <source>Exit status</source>
        <translation>終了ステータス</translation>
    </message>
    <message>
        <source>Mediation lost</source>
        <translation>仲介の喪失</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Refused commands</source>
        <translation>拒否されたコマンド</translation>
    </message>
    <message>
        <source>Proved at the start</source>
        <translation>開始時に確認済み</translation>
    </message>
    <message>
        <source>nono</source>
        <translation>nono</translation>
    </message>
    <message>
        <source>Agent sandbox</source>
        <translation>エージェントのサンドボックス</translation>
    </message>
    <message>
        <source>Command sandbox</source>
        <translation>コマンドのサンドボックス</translation>
    </message>
    <message>
        <source>Agent profile</source>
        <translation>エージェントプロファイル</translation>
    </message>
    <message>
        <source>Command profile</source>
        <translation>コマンドプロファイル</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>記録</translation>
    </message>
    <message>
        <source>nono&apos;s record</source>
        <translation>nono の記録</translation>
    </message>
    <message>
        <source>Possible when the session has ended</source>
        <translation>セッション終了後に可能です</translation>
    </message>
    <message>
        <source>The facts of the session were copied.</source>
        <translation>セッションの詳細をコピーしました。</translation>
    </message>
    <message>
        <source>Export log</source>
        <translation>ログを書き出す</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON Lines (*.jsonl)</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) were written to %1.</source>
        <translation>
            <numerusform>%n 件の記録を %1 に書き込みました。</numerusform>
        </translation>
    </message>
    <message>
        <source>nono is verifying its record…</source>
        <translation>nono が記録を検証しています…</translation>
    </message>
    <message>
        <source>can read %1</source>
        <translation>読み取り可: %1</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>読み取り不可: %1</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>書き込み不可: %1</translation>
    </message>
    <message>
        <source>can execute %1</source>
        <translation>実行可: %1</translation>
    </message>
    <message>
        <source>cannot connect to %1</source>
        <translation>接続不可: %1</translation>
    </message>
    <message>
        <source>can connect to %1</source>
        <translation>接続可: %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionPages</name>
    <message>
        <source>Traffic</source>
        <translation>トラフィック</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>Profiles •</source>
        <comment>the mark means: changed</comment>
        <translation>プロファイル •</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>プロファイル</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>ネットワーク</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>A profile has changed since this session started. It applies to the next one.</source>
        <translation>このセッションの開始後にプロファイルが変更されました。次のセッションから適用されます。</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>ページ</translation>
    </message>
</context>
<context>
    <name>asb::ui::Settings</name>
    <message>
        <source>The settings could not be read and are back at their defaults: %1. The old file is kept as %2.</source>
        <translation>設定を読めないため既定値に戻しました: %1。古いファイルは %2 に残しました。</translation>
    </message>
    <message>
        <source>The settings could not be read and are back at their defaults: %1.</source>
        <translation>設定を読めないため既定値に戻しました: %1。</translation>
    </message>
    <message>
        <source>The settings could not be saved: %1</source>
        <translation>設定を保存できません: %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>General</source>
        <translation>全般</translation>
    </message>
    <message>
        <source>Notify me of</source>
        <translation>通知する項目</translation>
    </message>
    <message>
        <source>Memory and history</source>
        <translation>メモリーと履歴</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>テーマ(&amp;T):</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>デスクトップに合わせる</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>言語(&amp;L):</translation>
    </message>
    <message>
        <source>T&amp;erminal:</source>
        <translation>端末(&amp;E):</translation>
    </message>
    <message>
        <source>E&amp;ditor:</source>
        <translation>エディター(&amp;D):</translation>
    </message>
    <message>
        <source>&amp;Start at login</source>
        <translation>ログイン時に開始(&amp;S)</translation>
    </message>
    <message>
        <source>the first &amp;refusal of each rule</source>
        <translation>規則ごとの最初の拒否(&amp;R)</translation>
    </message>
    <message>
        <source>a &amp;question that waits</source>
        <translation>待っている質問(&amp;Q)</translation>
    </message>
    <message>
        <source>a session whose &amp;mediation is lost</source>
        <translation>仲介が失われたセッション(&amp;M)</translation>
    </message>
    <message>
        <source>a &amp;profile that has changed when a session ends</source>
        <translation>セッション終了時に変更されているプロファイル(&amp;P)</translation>
    </message>
    <message>
        <source>Ro&amp;ws kept in memory:</source>
        <translation>メモリーに保持する行(&amp;W):</translation>
    </message>
    <message>
        <source>Keep sessions f&amp;or:</source>
        <translation>セッションの保存期間(&amp;O):</translation>
    </message>
    <message>
        <source> days</source>
        <translation> 日</translation>
    </message>
    <message>
        <source>Keep &amp;at most:</source>
        <translation>最大容量(&amp;A):</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>制限なし</translation>
    </message>
</context>
<context>
    <name>asb::ui::Sidebar</name>
    <message>
        <source>Sessions</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
    <message>
        <source>Delete from history…</source>
        <translation>履歴から削除…</translation>
    </message>
</context>
<context>
    <name>asb::ui::SidebarModel</name>
    <message numerus="yes">
        <source>%n refused</source>
        <comment>badge of a session</comment>
        <translation>
            <numerusform>拒否 %n 件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 日</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · ended %2</source>
        <comment>agent, time or date</comment>
        <translation>%1 · 終了 %2</translation>
    </message>
    <message>
        <source>Mediation is lost</source>
        <translation>仲介が失われました</translation>
    </message>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n コマンド</numerusform>
        </translation>
    </message>
    <message>
        <source>running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>終了</translation>
    </message>
    <message numerus="yes">
        <source>%n refusal(s) not looked at</source>
        <translation>
            <numerusform>未確認の拒否 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>a question waits</source>
        <translation>質問があります</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>以前</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>表示を減らす</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)…</source>
        <translation>
            <numerusform>%n 件のセッション…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::StartDialog</name>
    <message>
        <source>Start session</source>
        <translation>セッションを開始</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>フォルダー(&amp;F):</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>参照(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Agent:</source>
        <translation>エージェント(&amp;A):</translation>
    </message>
    <message>
        <source>Claude Code</source>
        <translation>Claude Code</translation>
    </message>
    <message>
        <source>Demo: a scripted agent, no account needed</source>
        <translation>デモ: アカウント不要の台本エージェント</translation>
    </message>
    <message>
        <source>A&amp;rguments:</source>
        <translation>引数(&amp;R):</translation>
    </message>
    <message>
        <source>for the agent itself, for example --model opus</source>
        <translation>エージェント自身への引数、例: --model opus</translation>
    </message>
    <message>
        <source>&amp;Environment files:</source>
        <translation>環境変数ファイル(&amp;E):</translation>
    </message>
    <message>
        <source>Environment files</source>
        <translation>環境変数ファイル</translation>
    </message>
    <message>
        <source>A&amp;dd…</source>
        <translation>追加(&amp;D)…</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>削除(&amp;M)</translation>
    </message>
    <message>
        <source>Open in a &amp;terminal</source>
        <translation>端末で開く(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;One prompt, answer shown here</source>
        <translation>1 回のプロンプト、回答はここに表示(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Prompt:</source>
        <translation>プロンプト(&amp;P):</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>開始(&amp;S)</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>プロジェクトのフォルダー</translation>
    </message>
    <message>
        <source>Environment file</source>
        <translation>環境変数ファイル</translation>
    </message>
    <message>
        <source>Name the folder of the project.</source>
        <translation>プロジェクトのフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>%1 is not a folder.</source>
        <translation>%1 はフォルダーではありません。</translation>
    </message>
    <message>
        <source>Arguments: %1.</source>
        <translation>引数: %1。</translation>
    </message>
    <message>
        <source>Write the prompt that the agent shall answer.</source>
        <translation>エージェントへのプロンプトを入力してください。</translation>
    </message>
</context>
<context>
    <name>asb::ui::StatisticsPanel</name>
    <message>
        <source>%1 lines, %2 commands</source>
        <translation>%1 行、%2 コマンド</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n time(s)</source>
        <translation>
            <numerusform>%1、%n 回</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>回数</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>合計時間</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最長</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>統計</translation>
    </message>
    <message>
        <source>Most used</source>
        <translation>使用頻度順</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>遅い順</translation>
    </message>
    <message>
        <source>Refused by rule</source>
        <translation>規則別の拒否</translation>
    </message>
    <message>
        <source>%1 lines, %2 commands; older ones, which are not kept here, do not count</source>
        <translation>%1 行、%2 コマンド（ここに保持されていない古いものは含みません）</translation>
    </message>
</context>
<context>
    <name>asb::ui::StatusStrip</name>
    <message>
        <source>No session</source>
        <translation>セッションなし</translation>
    </message>
    <message>
        <source>Mediation is lost: %1</source>
        <translation>仲介が失われました: %1</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>開始中</translation>
    </message>
    <message>
        <source>execd healthy</source>
        <translation>execd 正常</translation>
    </message>
    <message>
        <source>Session ended</source>
        <translation>セッション終了</translation>
    </message>
    <message>
        <source>nono %1</source>
        <comment>name of a program and its version</comment>
        <translation>nono %1</translation>
    </message>
    <message>
        <source>command profile %1</source>
        <translation>コマンドプロファイル %1</translation>
    </message>
    <message>
        <source>command profile %1 (changed since)</source>
        <translation>コマンドプロファイル %1 (変更あり)</translation>
    </message>
    <message>
        <source>agent profile %1</source>
        <translation>エージェントプロファイル %1</translation>
    </message>
    <message>
        <source>agent profile %1 (changed since)</source>
        <translation>エージェントプロファイル %1 (変更あり)</translation>
    </message>
</context>
<context>
    <name>asb::ui::StopSession</name>
    <message>
        <source>%1 was asked to end.</source>
        <translation>%1 に終了を要求しました。</translation>
    </message>
    <message>
        <source>%1 does not end: process %2 is still there.</source>
        <translation>%1 が終了しません: プロセス %2 が残っています。</translation>
    </message>
    <message>
        <source>%1 did not end by itself and was killed.</source>
        <translation>%1 は自ら終了しなかったため強制終了しました。</translation>
    </message>
    <message>
        <source>%1 did not answer and was ended by a signal.</source>
        <translation>%1 は応答しなかったため、シグナルで終了しました。</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 は終了しました。</translation>
    </message>
    <message>
        <source>No process of it is left.</source>
        <translation>プロセスは残っていません。</translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficActions</name>
    <message>
        <source>More than %1 rows are selected: export them to a file instead.</source>
        <translation>%1 行より多く選択されています。ファイルに書き出してください。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) copied.</source>
        <translation>
            <numerusform>%n 行をコピーしました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Export what the filter shows</source>
        <translation>フィルターの結果を書き出す</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>%1 のみ</translation>
    </message>
    <message>
        <source>Not %1</source>
        <translation>%1 以外</translation>
    </message>
    <message>
        <source>Show others refused by this rule</source>
        <translation>この規則で拒否された他のコマンドを表示</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>初期状態</translation>
    </message>
    <message>
        <source>&amp;Follow the newest row</source>
        <translation>最新の行に追従(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Copy command</source>
        <translation>コマンドをコピー(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;row</source>
        <translation>行をコピー(&amp;R)</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>JSON としてコピー(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>書き出し(&amp;E)</translation>
    </message>
    <message>
        <source>As JSON lines…</source>
        <translation>JSON Lines として…</translation>
    </message>
    <message>
        <source>As CSV…</source>
        <translation>CSV として…</translation>
    </message>
    <message>
        <source>As Markdown…</source>
        <translation>Markdown として…</translation>
    </message>
    <message>
        <source>C&amp;olumns</source>
        <translation>列(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Statistics</source>
        <translation>統計(&amp;S)</translation>
    </message>
    <message>
        <source>Time, as it happens</source>
        <translation>時刻順</translation>
    </message>
    <message>
        <source>The other way &amp;round</source>
        <translation>逆順(&amp;R)</translation>
    </message>
    <message>
        <source>Sort &amp;by</source>
        <translation>並べ替え(&amp;B)</translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficColumns</name>
    <message>
        <source>Time</source>
        <translation>時刻</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>ステータス</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>所要時間</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>呼び出し元</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>規則</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 時間</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリー</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>line %1 (its start is not kept here any more)</source>
        <translation>行 %1 (先頭は保持されていません)</translation>
    </message>
    <message>
        <source>status %1</source>
        <translation>ステータス %1</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>所要時間 %1</translation>
    </message>
    <message>
        <source>reason: %1</source>
        <translation>理由: %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1 内</translation>
    </message>
    <message numerus="yes">
        <source>open, %n command(s)</source>
        <translation>
            <numerusform>展開、%n コマンド</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>closed, %n command(s)</source>
        <translation>
            <numerusform>折りたたみ、%n コマンド</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficPage::Parts</name>
    <message numerus="yes">
        <source>The filter finds none of %n row(s).</source>
        <translation>
            <numerusform>%n 行のうちフィルターに一致する行はありません。</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>フィルターを消去</translation>
    </message>
    <message>
        <source>No command yet. What the agent runs appears here.</source>
        <translation>コマンドはまだありません。エージェントが実行したものがここに表示されます。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) exported.</source>
        <translation>
            <numerusform>%n 行を書き出しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Go to the newest row</source>
        <translation>最新の行へ</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>Exporting: %p%</source>
        <translation>書き出し中: %p%</translation>
    </message>
    <message>
        <source>Detail and statistics</source>
        <translation>詳細と統計</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>統計</translation>
    </message>
    <message numerus="yes">
        <source>The filter finds none of the newest %n row(s). Older ones are being searched…</source>
        <translation>
            <numerusform>最新の %n 行にはフィルターに一致する行がありません。古い行を検索しています…</numerusform>
        </translation>
    </message>
    <message>
        <source>The filter finds nothing in this session.</source>
        <translation>このセッションにはフィルターに一致するものがありません。</translation>
    </message>
    <message>
        <source>Older ones, which are not kept here, are not among them: `agent-sandbox log` has them all.</source>
        <translation>ここに保持されていない古い行は含まれません。すべての行は `agent-sandbox log` で得られます。</translation>
    </message>
</context>
<context>
    <name>asb::ui::Tray</name>
    <message numerus="yes">
        <source>%1 (%n refused)</source>
        <translation>
            <numerusform>%1 (拒否 %n 件)</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
    <message>
        <source>Start session</source>
        <translation>セッションを開始</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>フォルダーを選択…</translation>
    </message>
    <message>
        <source>Open window</source>
        <translation>ウィンドウを開く</translation>
    </message>
    <message>
        <source>Pause notifications</source>
        <translation>通知を一時停止</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>No session is running</source>
        <translation>実行中のセッションはありません</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)</source>
        <translation>
            <numerusform>%n 件のセッション</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused</source>
        <translation>
            <numerusform>拒否 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>mediation is lost</source>
        <translation>仲介が失われました</translation>
    </message>
    <message>
        <source>a question waits</source>
        <translation>質問があります</translation>
    </message>
</context>
<context>
    <name>asb::ui::Viewer</name>
    <message>
        <source>Refused in %1</source>
        <translation>%1 で拒否</translation>
    </message>
    <message>
        <source>Mediation is lost in %1</source>
        <translation>%1 の仲介が失われました</translation>
    </message>
    <message>
        <source>No further command of this session runs. End it and start it again.</source>
        <translation>このセッションのコマンドはもう実行されません。終了して再度開始してください。</translation>
    </message>
    <message>
        <source>%1 asks</source>
        <translation>%1 からの質問</translation>
    </message>
    <message>
        <source>A profile of %1 has changed</source>
        <translation>%1 のプロファイルが変更されました</translation>
    </message>
    <message>
        <source>The session has had its answer.</source>
        <translation>このセッションはすでに回答を受け取りました。</translation>
    </message>
    <message>
        <source>Stop session</source>
        <translation>セッションを停止</translation>
    </message>
    <message>
        <source>Stop the session in %1?</source>
        <translation>%1 のセッションを停止しますか?</translation>
    </message>
    <message>
        <source>The agent is asked to end; if it stays it is killed, with every command it started.</source>
        <translation>エージェントに終了を要求し、残る場合は起動したコマンドとともに強制終了します。</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Delete from history</source>
        <translation>履歴から削除</translation>
    </message>
    <message>
        <source>Delete the record of the session in %1?</source>
        <translation>%1 のセッションの記録を削除しますか?</translation>
    </message>
    <message>
        <source>Its commands, refusals and facts are gone then. nono&apos;s own record stays.</source>
        <translation>コマンド、拒否、詳細は失われます。nono 自身の記録は残ります。</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>削除(&amp;D)</translation>
    </message>
    <message>
        <source>The record was deleted.</source>
        <translation>記録を削除しました。</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) were deleted from the history: over its limits.</source>
        <translation>
            <numerusform>上限を超えたため、%n 件のセッションを履歴から削除しました。</numerusform>
        </translation>
    </message>
</context>
</TS>
