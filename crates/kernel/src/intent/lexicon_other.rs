//! A small lexicon for German, French, Spanish, Portuguese, Japanese, Korean and Russian.
//!
//! Owns the lists only. They hold question words, verbs of repair and change, and the commonest nouns of both
//! sides; the rest of such a prompt is left to the prior and to structure.

use super::features::Feature;
use super::lexicon::Group;

/// The lists.
pub(super) const GROUPS: &[Group<Feature>] = &[
    Group {
        feature: Feature::Stop,
        words: "der die das den dem des ein eine einen einem einer und oder von zu im am auf für mit ohne aus bei \
            nach ist sind war wird werden wir ich du sie er es nicht auch alle le la les un une de et ou dans sur \
            pour avec sans est sont il elle nous vous je tu ne pas se ce cette ces el los las una unos unas y o en \
            con sin por para son está están que al del lo os as um uma uns e no na nos nas com sem é são ele ela eu \
            não ao à aos в на с и или по для не что это как из к о у он она они мы вы я は が を に で と も の へ \
            か ね よ です ます した して いる ある する 은 는 이 가 을 를 에 에서 으로 로 와 과 도 의 해요 합니다 \
            하는 하고 mir mich dir einmal gerade bitte merci gracias",
    },
    Group {
        feature: Feature::Where,
        words: "wo woher wohin wo_wird wo_werden wo_ist wo_sind où où_est où_sont dónde donde dónde_se dónde_está \
            onde onde_é onde_fica onde_está где откуда куда どこ どこで どこに 어디 어디에 어디서 welche_datei \
            quel_fichier qué_archivo qual_arquivo",
    },
    Group {
        feature: Feature::Mechanism,
        words: "wie_wird wie_werden wie_funktioniert wie_funktionieren wann_wird wann_werden berechnet geladen \
            gespeichert comment_est comment_sont comment_fonctionne quand_est calculé calculée chargés chargé \
            cómo_se cómo_funciona cuándo_se calcula calculada calculado carga como_é como_são como_funciona quando_é \
            carregado как_работает вычисляется считается загружается хранится 計算 仕組み 実装され 呼ばれ 어떻게동작 \
            계산 호출",
    },
    Group {
        feature: Feature::How,
        words: "wie comment cómo como как どうやって どのように なぜなら 어떻게 어떻게하면",
    },
    Group {
        feature: Feature::What,
        words: "welche welcher welches wann wer warum_gibt quel quelle quels quelles qui quand qué cuál cuáles \
            cuándo quién o_que qual quais quando quem что какой какие какая когда кто 何 なに いつ どの どれ 무엇 뭐 \
            언제 누가 어떤",
    },
    Group {
        feature: Feature::Why,
        words: "warum wieso weshalb pourquoi por_qué porqué por_que porque почему зачем なぜ どうして なんで 왜",
    },
    Group {
        feature: Feature::Explain,
        words: "erkläre erklär erklären explique expliquer explicar explica explícame объясни объясните 説明 教えて \
            설명 설명해",
    },
    Group {
        feature: Feature::Show,
        words: "zeige zeig liste auflisten montre affiche muestra lista mostrar mostre покажи перечисли 見せて 一覧 \
            보여줘",
    },
    Group {
        feature: Feature::Fix,
        words: "behebe beheben repariere reparieren korrigiere korrigieren finde_den_fehler corrige corriger répare \
            réparer arregla arreglar corregir corrija corrigir conserte consertar исправь исправить почини починить \
            修正 直して 修正して 고쳐 수정해줘 고쳐줘 debugge",
    },
    Group {
        feature: Feature::Symptom,
        words: "fehler fehlerhaft funktioniert_nicht geht_nicht geht_nicht_mehr stürzt absturz abstürzt hängt \
            langsam kaputt sbagliato sbagliata non_funziona falsch falsche falschen falscher falsches zeigt_nicht \
            se_cierra fehlt fehlen doppelt verschwindet verschwinden leer abgelehnt schlägt_fehl fehlgeschlagen \
            bricht erreur plante plantage échoue échouent ne_fonctionne bug lent lente manque manquant perd perdu \
            disparaît vide cassé reste_blanche reste_vide blanche incorrect faux deux_fois error falla fallan fallo \
            no_funciona no_hace_nada no_pasa_nada no_responde no_carga lento rompe roto incorrecto faltan falta \
            duplicado pierde desaparece vacío vacía cae erro falha falham não_funciona trava quebrado errado errada \
            faltando duplica perde vazio vazia ошибка ошибки не_работает падает сломано сломался медленно тормозит \
            зависает пропадает неверно неправильно дважды пусто エラー 失敗 落ちる 動かない 動きません 遅い \
            表示されない 表示されません おかしい 壊れ 消える 二重 クラッシュ バグ 例外 에러 오류 실패 안돼요 \
            안됩니다 느려요 느립니다 깨져요 로그아웃돼요 멈춰요 버그 사라져요 안나와요 죽어요",
    },
    Group {
        feature: Feature::Add,
        words: "füge hinzufügen füg hinzu ergänze ergänzen erstelle erstellen implementiere implementieren schreibe \
            schreib baue ajoute ajouter crée créer implémente implémenter écris écrire agrega agregar añade añadir \
            crea crear implementa escribe escribir adiciona adicionar adicione cria criar crie implemente escreva \
            добавь добавить создай создать реализуй реализовать напиши написать 追加 追加して 作成 作って 実装 \
            書いて 추가 추가해 추가해줘 만들어 만들어줘 작성해 구현",
    },
    Group {
        feature: Feature::Change,
        words: "ändere ändern passe_an passe anpassen aktualisiere aktualisieren entferne entfernen lösche löschen \
            verbessere change changer modifie modifier mets_à_jour supprime supprimer améliore améliorer cambia \
            cambiar modifica modificar actualiza actualizar elimina eliminar quita quitar mejora muda mudar altera \
            alterar atualiza atualizar remova remover melhore измени изменить обнови обновить удали удалить улучши \
            убери 変更 変更して 更新 削除 削除して 改善 変えて 변경 변경해 바꿔 바꿔줘 삭제 수정 업데이트 개선",
    },
    Group {
        feature: Feature::Restructure,
        words: "benenne umbenennen refaktoriere refactoriere extrahiere verschiebe ersetze ersetzen zerlege renomme \
            renommer refactorise extrais déplace remplace remplacer renombra renombrar refactoriza extrae mueve \
            reemplaza reemplazar renomeia renomear renomeie refatora refatorar refatore extraia mova substitua \
            substituir переименуй переименовать рефактори отрефактори вынеси перенеси замени 名前を変更 リネーム \
            リファクタ 置き換え 切り出し 리팩터링 리팩토링 이름을바꿔",
    },
    Group {
        feature: Feature::Callers,
        words: "aufrufer alle_aufrufer aufrufe appelants tous_les_appels llamadas todas_las_llamadas chamadas \
            todas_as_chamadas вызовы все_вызовы 呼び出し元 呼び出し側 호출하는곳 호출부",
    },
    Group {
        feature: Feature::Review,
        words: "überprüfe überprüfen prüfe prüfen begutachte vérifie vérifier relis relire revisa revisar revise \
            verifique проверь проверить отревьюй レビュー レビューして 確認して 리뷰 리뷰해 검토 검토해",
    },
    Group {
        feature: Feature::Impact,
        words: "auswirkung auswirkungen betroffen conséquences impacté afecta afectaría impacto afeta затронет \
            повлияет 影響 影響範囲 영향",
    },
    Group {
        feature: Feature::CallChain,
        words: "wer_ruft aufrufkette chaîne_d'appels qui_appelle quién_llama quem_chama кто_вызывает 呼び出し経路 \
            誰が呼 누가호출",
    },
    Group {
        feature: Feature::CodeNoun,
        words: "funktion methode klasse modul datei dateien ordner verzeichnis schnittstelle variable test tests \
            fonction méthode classe fichier fichiers dossier función método clase archivo archivos carpeta módulo \
            pruebas prueba função arquivo arquivos pasta teste testes функция функцию метод класс файл файлы модуль \
            тест тесты 関数 メソッド クラス ファイル モジュール テスト 変数 コード 함수 메서드 클래스 파일 모듈 \
            테스트 변수 코드",
    },
    Group {
        feature: Feature::ProductPart,
        words: "rechnung rechnungen bestellung bestellungen knopf schaltfläche seite liste formular feld anmeldung \
            rabatt exportieren speichern facture commande bouton page formulaire champ panier connexion réservation \
            articles traduction factura pedido botón página lista formulario campo carrito sesión reserva turnos \
            turno teléfono validación fatura botão formulário carrinho multa validação cadastro отчёт отчёта отчет \
            кнопка страница список форма поле корзина экспорт обновления 画面 ボタン 一覧 予約 注文 ログイン 検索 \
            料金 保存 キャンセル 화면 버튼 목록 예약 주문 로그인 로그아웃 검색 결제 저장 장바구니",
    },
    Group {
        feature: Feature::TopicStrong,
        words: "capital cuál_es_la_capital fahrkarte kostet_eine bahn_nach zug_nach film filme film_empfehlen \
            recomiende recomienda recommande recomende para_hoje à_noite pour_ce_soir heute_abend distance_entre \
            distancia_entre entfernung mer poème_sur poema_sobre gedicht_über carta_de_amor lettre_d'amour \
            liebesbrief essen_gehen abendessen frühstück mittagessen kuchen_backen backen_wir recette receta receita \
            cuisiner cocinar cozinhar dîner cena jantar almuerzo almoço déjeuner petit_déjeuner ma_femme mon_mari \
            ma_fille mon_fils mi_hija mi_hijo mi_esposa mi_marido minha_filha meu_filho minha_esposa meine_tochter \
            mein_sohn mein_freund meine_freundin schwester bruder hermana hermano irmã irmão sœur frère chien \
            chat_dort perro gato cachorro hund katze fußball fútbol futebol football_match weltmeister mundial \
            copa_do_mundo coupe_du_monde traurig müde glücklich triste fatigué cansado cansada feliz einsam wie_geht \
            wie_geht_es_dir ça_va comment_vas_tu cómo_estás tudo_bem como_você_está как_дела как_тебя_зовут 元気 \
            疲れた 寂しい ラーメン 寿司 お店 映画 音楽 恋人 母の日 彼女 彼氏 犬 猫 잘지내 심심해 피곤해 영화 음악 \
            강아지 고양이 여자친구 남자친구 점심 저녁 메뉴추천 кино музыка собака кошка девушка ужин завтрак обед \
            фильм посоветуй переведи übersetze traduis traduce traduza 翻訳 번역해 wie_viel_ist combien_font \
            cuánto_es quanto_é сколько_будет berge mountain_höchster einwohner habitants habitantes население人口 \
            wer_war wer_hat_erfunden qui_a_inventé quién_inventó quem_inventou кто_изобрёл wie_alt wie_hoch \
            quelle_hauteur heute_wetter morgen_regnen va_pleuvoir va_a_llover vai_chover дождь 雨 傘 비가 우산 \
            urlaubsziel reiseziel voyage viaje viagem reise_nach поездка 旅館 ホテル 호텔",
    },
    Group {
        feature: Feature::TopicStrong,
        words: "wetter witz gedicht rezept_für kochen kopfschmerzen wie_spät uhrzeit geburtstag urlaub restaurant \
            hauptstadt liebe temps_fait météo blague poème recette_de anniversaire vacances capitale quelle_heure \
            mal_de_tête clima_hoy chiste poema cumpleaños vacaciones qué_hora dolor_de_cabeza piada aniversário \
            férias que_horas dor_de_cabeça погода шутка анекдот стихотворение рецепт день_рождения отпуск столица \
            который_час 天気 冗談 詩 レシピ 誕生日 旅行 首都 何時 頭痛 おすすめ 날씨 농담 레시피 생일 여행 수도 몇시 \
            두통 추천해 맛집 bonjour hola guten_tag guten_morgen hallo salut olá bom_dia привет こんにちは おはよう \
            ありがとう 안녕 안녕하세요 고마워 capital_de capitale_de la_capital meine_mutter meine_frau mein_mann \
            mein_hund meine_katze mon_chien ma_mère mi_perro mi_madre mi_gato meu_cachorro minha_mãe моя_мама \
            мой_кот мой_пёс",
    },
];
