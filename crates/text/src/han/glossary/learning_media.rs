//! Machine learning, language models, images, audio, video, data analysis.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
机器学习 machine learning
深度学习 deep learning
强化学习 reinforcement learning
监督学习 supervised
无监督 无监督学习 unsupervised
迁移学习 transfer learning
联邦学习 federated
人工智能 ai, artificial intelligence
神经网络 neural network, nn
卷积神经网络 cnn, convolutional
循环神经网络 rnn, recurrent
图神经网络 gnn
对抗网络 生成对抗网络 gan
变分自编码器 自编码器 autoencoder, vae
注意力 注意力机制 attention
自注意力 self attention
多头注意力 multi head attention
位置编码 positional encoding, position embedding
旋转位置编码 rope, rotary
大模型 大语言模型 语言模型 language model, llm
提示词 提示工程 prompt
提示模板 prompt template
智能体 agent
工具调用 tool call, function call
检索增强 检索增强生成 rag, retrieval
知识库 knowledge base
知识图谱 knowledge graph
向量检索 向量搜索 vector search, similarity search
向量化 embedding, vectorize
嵌入向量 embedding
文本生成 text generation, generate
文本分类 text classification
文本分割 文本切分 text splitter, chunk
文档加载 document loader
流式输出 streaming output, stream
上下文窗口 context window, context length
上下文长度 context length
对话历史 chat history, conversation history
多轮对话 conversation, multi turn
聊天机器人 chatbot, bot
分词模型 tokenizer
采样温度 temperature
束搜索 集束搜索 beam search
解码策略 decoding strategy, sampling
推理 inference, reasoning
推理引擎 inference engine
推理服务 inference server
推测解码 投机解码 speculative decoding
键值缓存 kv cache
批量推理 batch inference
训练 train, training
训练集 training set, train
验证集 validation set
测试集 test set
训练循环 training loop, train
训练数据 training data
预训练 pretrain, pretrained
预训练模型 pretrained model
模型训练 train model
模型加载 加载模型 load model
模型保存 save model, checkpoint
模型转换 convert model
模型权重 weights
模型量化 quantization
模型压缩 model compression
模型评估 evaluate, evaluation
模型部署 model serving
模型剪枝 pruning
知识蒸馏 蒸馏 distillation, distill
低秩 低秩适配 lora, low rank
损失 损失函数 loss, criterion
交叉熵 cross entropy
均方误差 mse, mean squared error
激活函数 activation
池化层 pooling
全连接层 全连接 linear, dense, fully connected
卷积层 conv layer, convolution
嵌入层 embedding
归一化层 normalization, norm
批归一化 批量归一化 batch norm
层归一化 layer norm
丢弃层 dropout
随机失活 dropout
残差 残差连接 residual, skip connection
前向传播 前向 forward
反向传播 backward, backprop, backpropagation
反向 backward, reverse
梯度 gradient, grad
梯度下降 随机梯度下降 gradient descent, sgd
梯度裁剪 gradient clipping, clip grad
梯度累积 gradient accumulation
梯度检查点 gradient checkpointing
梯度消失 vanishing gradient
自动微分 自动求导 autograd, autodiff
计算图 computation graph, graph
学习率 learning rate, lr
学习率调度 学习率调度器 lr scheduler, scheduler
动量 momentum
权重衰减 weight decay
正则化 regularization
过拟合 overfitting
欠拟合 underfitting
早停 提前停止 early stopping
轮次 训练轮数 epoch
批量大小 batch size
数据增强 augmentation, augment
数据加载 数据加载器 data loader, dataloader
数据预处理 preprocess
特征工程 feature engineering
特征提取 feature extraction
特征选择 feature selection
标签编码 label encoding
独热编码 onehot, hot
独热 onehot, hot
归一 normalize
降维 dimensionality reduction, pca
主成分分析 pca
逻辑回归 logistic regression
线性回归 linear regression
随机森林 random forest
支持向量机 svm
梯度提升 gradient boosting, boosting
朴素贝叶斯 贝叶斯 bayes
分类器 classifier
回归器 regressor
估计器 estimator
聚类算法 clustering, kmeans
异常检测 anomaly detection
时间序列 time series
预测 predict, prediction, forecast
准确率 accuracy
精确率 precision
召回率 recall
混淆矩阵 confusion matrix
交叉验证 cross validation
网格搜索 grid search
评价指标 评估指标 metric, evaluation
推荐系统 推荐算法 recommend, recommendation
协同过滤 collaborative filtering
排序模型 rank, ranking
自然语言处理 nlp
命名实体识别 ner, named entity
词性标注 pos tagging
情感分析 sentiment
机器翻译 machine translation, translate
语音识别 speech recognition, asr
语音合成 tts, text speech
语音 voice, speech
语音唤醒 wake word
计算机视觉 computer vision, cv
目标检测 物体检测 object detection, detect
目标跟踪 object tracking, tracker
图像分割 语义分割 segmentation
图像识别 image recognition
图像分类 image classification
人脸识别 face recognition
人脸检测 face detection
文字识别 光学字符识别 ocr
关键点 keypoint, landmark
边界框 bounding box, bbox
锚框 anchor box, anchor
非极大值抑制 nms, non max suppression
交并比 iou
点云 point cloud
深度图 depth map
边缘检测 edge detection
特征点 特征匹配 keypoint, feature matching
扩散模型 diffusion
去噪 denoise
文生图 txt2img, text image
图生图 img2img, image
采样器 sampler
多模态 multimodal
显卡 图形处理器 gpu
显存 gpu memory, vram
算子 operator, op, kernel
算子融合 fusion, fuse
核函数 kernel
混合精度 mixed precision, amp
半精度 fp16, half
数据并行 data parallel
模型并行 model parallel
张量并行 tensor parallel
流水线并行 pipeline parallel
分布式训练 distributed training
奖励 奖励函数 reward
经验回放 replay buffer
策略梯度 policy gradient
价值函数 value function
探索 exploration, explore
音频 audio
视频 影片 video
音视频 media, audio video
多媒体 媒体 media
音量 volume
静音 mute
声道 channel
采样频率 sample rate
比特率 码率 bitrate
编码参数 encoder option
视频编码 video encode, encoder
视频解码 video decode, decoder
音频解码 audio decoder
硬件加速 硬件解码 硬解 hardware acceleration, hwaccel
软件解码 software decode
视频帧 video frame
关键帧间隔 keyframe interval, gop
封装格式 container format, muxer
解复用 demux, demuxer
混流 mux
转码器 transcoder
播放器 player
播放列表 playlist
播放进度 playback position, progress
播放速度 倍速 playback rate, speed
进度拖动 seek
快进快退 seek
缓冲进度 buffered
录音 record audio, recorder
录屏 screen recording
音轨 audio track, track
轨道 track
音画同步 音视频同步 av sync
弹幕 danmaku
歌词 lyrics
混音 mix, mixer
回声消除 echo cancellation
降噪 noise reduction, denoise
均衡器 equalizer
波形 waveform
频谱 spectrum
色度 chroma
像素格式 pixel format
色彩转换 color conversion
图像缩放 resize, scale
滤镜 filter
模糊效果 blur
高斯模糊 gaussian blur
锐化 sharpen
二值化 threshold, binarize
腐蚀 erode
膨胀 dilate
动图 gif
截帧 screenshot, frame
可视化 visualization, visualize
数据分析 data analysis
数据挖掘 data mining
数据框 dataframe
透视表 pivot table
缺失值 missing value, nan, na
异常值 离群点 outlier
分箱 bin, binning
重采样 resample
滚动窗口 rolling window
宽表 wide table
笔记本 notebook
大数据 big data
离线计算 batch
实时计算 stream processing
算子状态 operator state
水位线 watermark
状态后端 state backend
洗牌阶段 shuffle
步幅 stride
通用函数 ufunc
花式索引 fancy indexing
布尔索引 boolean indexing
多级索引 multiindex
数据类型推断 dtype inference
图像增强 image augmentation
图像裁剪 image crop
图像读取 image read, imread
图像保存 image save, imwrite
图像拼接 image stitch
图像变换 image transform
图像金字塔 image pyramid
图像生成 image generation
模型结构 model architecture
模型注册 model registry
模型融合 model ensemble, ensemble
模型微调 fine tune
权重加载 加载权重 load weights, load state dict
参数量 parameter count
参数更新 parameter update, optimizer step
参数高效微调 peft
训练流程 training
训练步数 training steps
断点训练 恢复训练 resume training, checkpoint
验证指标 validation metric
测试精度 test accuracy
损失计算 compute loss
梯度同步 gradient sync, allreduce
梯度爆炸 exploding gradient
计算梯度 compute gradient
数据打乱 shuffle
数据划分 数据集划分 train test split, split
数据标注 annotation, label
数据采样 sampler
正负样本 positive negative sample
负采样 negative sampling
类别不平衡 class imbalance
标签平滑 label smoothing
热身 warmup
注意力掩码 attention mask
输出层 output layer
隐藏层 hidden layer
输入层 input layer
编码层 encoder layer
解码层 decoder layer
多层感知机 mlp
门控 gate, gating
专家混合 混合专家 mixture experts, moe
稀疏 sparse
稠密 dense
词嵌入 word embedding, embedding
句向量 sentence embedding
重排序 rerank, reorder
混合检索 hybrid search
语义检索 semantic search
文档切分 文档分块 chunk, text splitter
思维链 chain thought
工具使用 tool use
多智能体 multi agent
记忆模块 memory
对话管理 dialog management
对话状态 conversation state
会话记忆 conversation memory
停止词 stop sequence, stop
重复惩罚 repetition penalty
核采样 nucleus, top
词表大小 vocab size
字节对编码 bpe
最大长度限制 max length
设备选择 device
显存优化 memory optimization
显存不足 oom, memory
多卡 multi gpu
单机多卡 multi gpu, data parallel
多机多卡 distributed
通信库 nccl, collective
集合通信 collective communication
图优化 graph optimization
图执行 graph execution
静态图 static graph
动态图 dynamic graph, eager
即时执行 eager
算子实现 kernel, operator
自定义算子 custom op
音频处理 audio processing
音频流 audio stream
视频流 video stream
视频处理 video processing
视频通话 video call
视频剪辑 video edit
播放控制 playback control
播放状态 playback state
播放器内核 player core
时间基 time base
媒体流 media stream
码流 bitstream
比特流 bitstream
位流 bitstream
帧间 inter frame
帧内 intra frame
运动估计 motion estimation
运动补偿 motion compensation
熵编码 entropy coding
变换编码 transform coding
游程编码 run length, rle
字典压缩 dictionary compression
压缩率 压缩比 compression ratio
压缩级别 compression level
压缩算法 compression, compressor
无损压缩 无损 lossless
有损压缩 有损 lossy
";
